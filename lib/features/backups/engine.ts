import { postgres } from "../../../db/dialect";
import { AppError } from "../../core/errors";

/** Refuses on PostgreSQL, of which nothing is backed up yet. */
export function requireSqlite(): void {
  if (postgres)
    throw new AppError(
      "conflict",
      "Backups of PostgreSQL are not made by this program yet. Use pg_dump for the database, and copy uploads and secret.key.",
      { reason: "backup_postgres" },
    );
}
