import { z } from "zod";
import { otherOrder } from "./as-read";
import { invalid, notFound } from "./errors";
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

/** What records of a tree are called, and how many levels they have at the most. */
type Levels = { one: string; all: string; most: number };

/**
 * Refuses a change after which one of these records is inside itself, or too deep with what is below it. What was as deep
 * before may stay so: otherwise nothing else about it could be changed.
 */
export function checkLevels<N extends Node>(
  tree: Forest<N>,
  ids: readonly number[],
  fieldOf: (index: number) => string,
  { one, all, most }: Levels,
  before?: Forest<N>,
): void {
  for (const [index, own] of ids.entries()) {
    if (tree.isInsideItself(own)) throw invalid(fieldOf(index), "wrong_value", `${one} cannot be inside itself.`);
    if (tree.deepestLevel(own) > Math.max(most, before?.deepestLevel(own) ?? 0))
      throw invalid(fieldOf(index), "wrong_value", `${all} can be at most ${most} levels deep.`);
  }
}
