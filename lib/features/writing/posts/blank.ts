import { getTableColumns } from "drizzle-orm";
import { posts } from "../../../../db/schema";
import { type BlankPost, postSettings } from "../revision-schema";

/** The fields of a new post: the defaults of its columns, "" without a default, and empty lists. */
export function blankPost(): BlankPost {
  const columns = new Map(Object.entries(getTableColumns(posts)));
  const blankOf = (name: string): unknown => {
    const column = columns.get(name);
    return column ? (column.default ?? "") : [];
  };
  return Object.fromEntries(Object.keys(postSettings.shape).map((name) => [name, blankOf(name)])) as BlankPost;
}
