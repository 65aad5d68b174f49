import { and, eq, type Placeholder, type SQL } from "drizzle-orm";
import { comments } from "../../../db/schema";
import type { TargetType } from "./schema";
import { columnOf } from "./targets";

/**
 * The condition of every public reader of comments, once `readableTarget` has found their text: published, with
 * published ancestors. `threads.ts` updates the flag.
 */
export const visibleBelow = (type: TargetType, id: number | Placeholder): SQL | undefined =>
  and(eq(columnOf[type], id), eq(comments.visible, true));
