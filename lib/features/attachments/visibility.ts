import { eq, type SQL } from "drizzle-orm";
import { every, none } from "../../../db/expressions";
import { attachments } from "../../../db/schema";
import { type Actor, can } from "../../core/access";

/** The condition of every list of attachments: an author's own, or for editors all. */
export function visibleTo(actor: Actor): SQL {
  if (can(actor, "manage every file")) return every;
  return actor.id !== null && can(actor, "upload files") ? eq(attachments.uploaderId, actor.id) : none;
}
