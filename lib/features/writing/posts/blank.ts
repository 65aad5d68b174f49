import { getTableColumns } from "drizzle-orm";
import { posts } from "../../../../db/schema";
import { type BlankPost, postSettings } from "../revision-schema";

/** What a new post is in the editor: the defaults of its columns; no words where there is none, and nothing in its lists. */
export function blankPost(): BlankPost {
  const columns = new Map(Object.entries(getTableColumns(posts)));
  const blankOf = (name: string): unknown => {
    const column = columns.get(name);
    return column ? (column.default ?? "") : [];
  };
  return Object.fromEntries(Object.keys(postSettings.shape).map((name) => [name, blankOf(name)])) as BlankPost;
}
