import { AppError, codeOf } from "../lib/core/errors";

/** What PostgreSQL's codes mean to the owner. */
const sentences: Readonly<Record<string, string>> = {
  "42501":
    "The account that DATABASE_URL names may not make schemas in its database. Allow it with GRANT CREATE ON DATABASE, and try again.",
  "55P03": "Another program uses the site's tables in its PostgreSQL database. Close it, and try again.",
};

/** Does work on PostgreSQL, whose failures get a sentence where they have one. */
export async function explainedPostgres<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === "53100")
      throw new AppError("storage_full", "The disk of the PostgreSQL server is full. Free some space and try again.");
    const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
    throw sentence === undefined ? error : new AppError("conflict", sentence, { cause: error });
  }
}
