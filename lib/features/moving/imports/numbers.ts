import { continueNumbers, type Database } from "../../../../db";
import {
  attachments,
  categories,
  comments,
  journals,
  links,
  menus,
  ownRedirects,
  photos,
  posts,
  sheets,
  tags,
  users,
} from "../../../../db/schema";
import type { RecordKind } from "../records";

/** The tables of records with a number, by kind; settings are known by their key. */
const tables = {
  attachment: attachments,
  category: categories,
  comment: comments,
  journal: journals,
  link: links,
  menu: menus,
  photo: photos,
  post: posts,
  redirect: ownRedirects,
  sheet: sheets,
  tag: tags,
  user: users,
} satisfies Record<Exclude<RecordKind, "option">, unknown>;

/** Lets new records get numbers after those that an import has kept. */
export async function goOnCounting(db: Database): Promise<void> {
  for (const table of Object.values(tables)) await continueNumbers(db, table);
}

/** The kinds of which the site has no record. */
export async function emptyKinds(db: Database): Promise<string[]> {
  const empty: string[] = [];
  for (const [kind, given] of Object.entries(tables)) {
    const table = given as typeof links;
    if ((await db.select({ id: table.id }).from(table).limit(1)).length === 0) empty.push(kind);
  }
  return empty;
}
