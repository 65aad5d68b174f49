import type { Seen, WebhookEvent } from "./schema";

export type NewsKind = "post" | "sheet" | "journal" | "comment";
export type Before = { isPublic: boolean; marker: string };

/** The assumed state of a record that was never announced: one from before any webhook counts as announced. */
function assumed(seen: Seen | null, listeningSince: Date): Before | null {
  if (seen === null) return { isPublic: true, marker: "" };
  const wasThere = seen.since !== null && seen.since < listeningSince;
  return wasThere ? { isPublic: true, marker: "" } : null;
}

/** The event of a change, from the announced state to the current one; null without one. */
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
    // A comment that waited before any webhook was never announced.
    return seen?.isPublic && told !== null && !told.isPublic ? "comment.approved" : null;
  }
  const was = before?.isPublic ?? false;
  if (seen?.isPublic) return was ? (before?.marker === marker ? null : `${kind}.updated`) : `${kind}.published`;
  // Receivers must delete their copy, whether the record was deleted, recycled, or hidden.
  return was ? `${kind}.deleted` : null;
}
