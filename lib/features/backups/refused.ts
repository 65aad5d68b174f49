import { AppError } from "../../core/errors";
import type { Problem } from "./schema";

/** Refuses to restore what cannot be relied on. */
export const refused = (problems: readonly Problem[]): AppError => {
  const words = problems.slice(0, 5).map(({ path, reason }) => (path === "" ? reason : `${path}: ${reason}`));
  const more = problems.length > words.length ? ` And ${problems.length - words.length} more.` : "";
  return new AppError("invalid", `This backup cannot be restored, and nothing was changed. ${words.join(" ")}${more}`, {
    errors: [{ field: "file", code: "bad_backup", message: words[0] ?? "" }],
  });
};
