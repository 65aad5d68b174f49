import { eq, type SQL } from "drizzle-orm";
import { every, none } from "../../../db/expressions";
import { attachments } from "../../../db/schema";
import { type Actor, can } from "../../core/access";

/** The condition that every list of attachments goes through: an editor's all, an author's own. */
export function visibleTo(actor: Actor): SQL {
  if (can(actor, "manage every file")) return every;
  return actor.id !== null && can(actor, "upload files") ? eq(attachments.uploaderId, actor.id) : none;
}
