import { z } from "zod";
import { otherOrder } from "./as-read";
import { notFound } from "./errors";
import { id, int32, unique } from "./fields";
import type { Forest, Node } from "./forest";

// Moving records of a tree, such as categories: what such an operation takes and answers, and what it refuses.

const spot = { parentId: id.nullable(), priority: int32 };
const place = z.strictObject({
  id,
  ...spot,
  from: z
    .strictObject(spot)
    .optional()
    .describe("Where it was when it was read. If it stands elsewhere by now, the answer is 412."),
});
const putBack = place.extend({ from: z.strictObject(spot) });

/** The places that several records get. */
export const treePlaces = z.strictObject({ items: unique(place, (item) => item.id).min(1) });
/** The places before; sent back as they are, they undo the move. */
export const treePlacesBefore = z.object({ before: z.array(putBack) });

type TreePlace = z.output<typeof place>;

/** The places before a move. Refuses it where a record is gone or stands elsewhere than it was read, or its new parent is gone. */
export function placesBefore<N extends Node>(
  tree: Forest<N>,
  items: readonly TreePlace[],
): z.output<typeof treePlacesBefore> {
  const before = items.map(({ id: own, parentId, priority, from }) => {
    const node = tree.get(own);
    if (!node) throw notFound();
    const isAsRead = !from || (node.parentId === from.parentId && node.priority === from.priority);
    if (!isAsRead || (parentId !== null && !tree.get(parentId))) throw otherOrder();
    return { id: own, parentId: node.parentId, priority: node.priority, from: { parentId, priority } };
  });
  return { before };
}
