import { notFound } from "../../core/errors";
import { sameSecret, sign } from "../../core/secrets";

/** What a link in a mail may be used for. */
type Purpose = "unsubscribe" | "confirm replies" | "follow";
type Addressed = { id: number; email: string };

const markOf = (purpose: Purpose, { id, email }: Addressed) => sign(purpose, `${id}:${email}`);

/** Names a record in a link of a mail; its signature proves that the link was mailed to the record's address. */
export const mailToken = (purpose: Purpose, record: Addressed): string => `${record.id}.${markOf(purpose, record)}`;

/** The record that a token names; refuses with `not_found` where it was made for nothing of the kind. */
export async function recordOfToken<R extends Addressed>(
  purpose: Purpose,
  token: string,
  find: (id: number) => Promise<R | undefined>,
): Promise<R> {
  const [, id = "", mark = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const record = id === "" ? undefined : await find(Number(id));
  if (!record || !sameSecret(markOf(purpose, record), mark)) throw notFound();
  return record;
}
