import { continueNumbers, type Database } from "../../../../db";
import {
  attachments,
  categories,
  comments,
  journals,
  links,
  menus,
  photos,
  posts,
  sheets,
  tags,
  users,
} from "../../../../db/schema";

const numbered = [attachments, categories, comments, journals, links, menus, photos, posts, sheets, tags, users];

/** Lets new records get numbers after those that an import has kept. */
export async function goOnCounting(db: Database): Promise<void> {
  for (const table of numbered) await continueNumbers(db, table);
}
