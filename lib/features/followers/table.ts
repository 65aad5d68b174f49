import { writeSheet } from "../../text/spreadsheet";
import type { Follower } from "./schema";

const columns = ["email", "status", "rhythm", "bounces", "lastBounceTime", "confirmedTime", "createTime"] as const;

/** Followers as lines of a table in CSV. */
export const writeFollowers = (lines: readonly Follower[], isFirst: boolean): string =>
  writeSheet(lines, columns, isFirst);
