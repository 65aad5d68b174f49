import { and, eq, ne } from "drizzle-orm";
import type { Database } from "../../../../db";
import { lower } from "../../../../db/dialect";
import { users } from "../../../../db/schema";
import { AppError, type FieldError } from "../../../core/errors";
import { nameKey } from "../schema";

/** Which of the two unique fields another account has. */
export async function taken(
  db: Database,
  names: { username: string; email: string },
  except: number | null = null,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [field, words] of [
    ["username", "username"],
    ["email", "e-mail address"],
  ] as const) {
    const another = and(
      eq(lower(users[field]), nameKey(names[field])),
      except === null ? undefined : ne(users.id, except),
    );
    const [other] = await db.select({ id: users.id }).from(users).where(another);
    if (other) errors.push({ field, code: "taken", message: `This ${words} is already taken. Choose another.` });
  }
  return errors;
}

/** The same as a refusal that names the fields. */
export const takenBy = (errors: FieldError[]): AppError =>
  new AppError("conflict", errors[0]?.message ?? "This name is already taken. Choose another.", { errors });
