import { eq } from "drizzle-orm";
import { commentBlocks } from "../../../../db/schema";
import { AppError, conflict, notFound } from "../../../core/errors";
import { nothing } from "../../../core/fields";
import { mutation } from "../../../core/operation";
import { blockOf } from "./queries";
import * as shape from "./schema";
import { blockTyped } from "./values";

/** The most blocks of a site; a longer list is a firewall's work. */
const MOST_BLOCKS = 10_000;

/**
 * Refuses further comments from an address, a network, an e-mail address or a host of e-mail addresses with those below
 * it. Their authors are answered as where comments are closed. Staff is never refused, and comments that exist stay.
 */
export const createBlock = mutation("createCommentBlock", {
  can: "manage comments",
  summary:
    "Refuses further comments from an address, a network, an e-mail address, or a host of e-mail addresses with those below it. Their authors are answered as where comments are closed. Comments that exist stay.",
  input: shape.newBlock,
  output: shape.block,
  example: { value: "watches.example", reason: "Advertises watches" },
  refusals: ["conflict"],
  // Nothing that a page shows depends on it.
  touches: () => [],
  about: (_input, { id, value }) => ({ subject: `comment-block:${id}`, summary: value }),
  prepare: async ({ value }) => blockTyped(value),
  run: async ({ db, actor, now }, { reason }, blocked) => {
    if ((await db.$count(commentBlocks)) >= MOST_BLOCKS)
      throw new AppError("conflict", `There are ${MOST_BLOCKS} blocks already. Lift some first.`, {
        reason: "too_many_blocks",
      });
    const [row] = await db
      .insert(commentBlocks)
      .values({ ...blocked, reason: reason ?? "", userId: actor.id, createTime: now })
      .onConflictDoNothing()
      .returning({ id: commentBlocks.id });
    if (!row) throw conflict("value", "This is blocked already.");
    return blockOf(db, row.id);
  },
});

/** Lifts a block. */
export const deleteBlock = mutation("deleteCommentBlock", {
  can: "manage comments",
  input: shape.blockRef,
  output: nothing,
  whenFull: true,
  touches: () => [],
  about: ({ blockId }) => ({ subject: `comment-block:${blockId}`, summary: "lifted" }),
  run: async ({ db }, { blockId }) => {
    const [row] = await db.delete(commentBlocks).where(eq(commentBlocks.id, blockId)).returning();
    if (!row) throw notFound();
  },
});
