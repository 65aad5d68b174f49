import { and, eq, type Placeholder, type SQL } from "drizzle-orm";
import { comments } from "../../db/schema";
import type { TargetType } from "./schema";
import { columnOf } from "./targets";

/**
 * The condition that every public reader of comments goes through, once it has found what they are on
 * (`readableTarget`): published, and below nothing that is not. `threads.ts` keeps the flag.
 */
export const visibleBelow = (type: TargetType, id: number | Placeholder): SQL | undefined =>
  and(eq(columnOf[type], id), eq(comments.visible, true));
