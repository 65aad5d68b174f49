import type { Seen, WebhookEvent } from "./schema";

export type NewsKind = "post" | "sheet" | "journal" | "comment";
export type Before = { isPublic: boolean; marker: string };

/** What was told of a record that nothing was told of yet: where it was there before anybody listened, that is taken as told. */
function assumed(seen: Seen | null, listeningSince: Date): Before | null {
  if (seen === null) return { isPublic: true, marker: "" };
  const wasThere = seen.since !== null && seen.since < listeningSince;
  return wasThere ? { isPublic: true, marker: "" } : null;
}

/** The event that a change of a record is, if it is one: from what was told of it to what is there now. */
export function eventFor(
  kind: NewsKind,
  told: Before | null,
  seen: Seen | null,
  marker: string,
  listeningSince: Date,
): WebhookEvent | null {
  const before = told ?? assumed(seen, listeningSince);
  if (kind === "comment") {
    if (before === null) return seen && "comment.created";
    // One that waited before anybody listened was told of by nobody.
    return seen?.isPublic && told !== null && !told.isPublic ? "comment.approved" : null;
  }
  const was = before?.isPublic ?? false;
  if (seen?.isPublic) return was ? (before?.marker === marker ? null : `${kind}.updated`) : `${kind}.published`;
  // Whoever copied it has to let go of it, whether it was deleted, recycled, or taken back.
  return was ? `${kind}.deleted` : null;
}
