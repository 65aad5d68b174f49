import { describe, expect, it } from "vitest";
import { type Before, eventFor, type NewsKind } from "./news";
import type { Seen } from "./schema";

const listening = new Date("2026-01-01T00:00:00Z");
const [before, after] = [new Date("2025-01-01T00:00:00Z"), new Date("2026-02-01T00:00:00Z")];
const shown = (since: Date | null = after): Seen => ({ isPublic: true, dueAt: null, since, data: {} });
const hidden = (since: Date | null = null): Seen => ({ isPublic: false, dueAt: null, since, data: {} });
const told = (isPublic: boolean, marker = "a"): Before => ({ isPublic, marker });
const news = (kind: NewsKind, was: Before | null, seen: Seen | null, marker = "a") =>
  eventFor(kind, was, seen, marker, listening);

describe.each(["post", "sheet", "journal"] as const)("a %s", (kind) => {
  it.each<[string, Before | null, Seen | null, string, string | null]>([
    ["appears", null, shown(), "a", "published"],
    ["was a draft and is published", told(false), shown(), "a", "published"],
    ["was there before anybody listened", null, shown(before), "a", "updated"],
    ["changes", told(true, "a"), shown(), "b", "updated"],
    ["is touched without changing", told(true, "a"), shown(), "a", null],
    ["is a draft", null, hidden(), "a", null],
    ["stays a draft", told(false), hidden(), "b", null],
    ["is taken back or recycled", told(true), hidden(after), "a", "deleted"],
    ["was there before anybody listened, and is taken back", null, hidden(before), "a", "deleted"],
    ["is deleted for good", told(true), null, "", "deleted"],
    ["is deleted for good after it was recycled", told(false), null, "", null],
    ["is deleted for good, and nothing was told of it yet", null, null, "", "deleted"],
  ])("that %s", (_what, was, seen, marker, event) =>
    expect(news(kind, was, seen, marker)).toBe(event && `${kind}.${event}`),
  );
});

describe("a comment", () => {
  it.each<[string, Before | null, Seen | null, string | null]>([
    ["is written and waits", null, hidden(after), "comment.created"],
    ["is written and shown at once", null, shown(after), "comment.created"],
    ["is approved", told(false), shown(after), "comment.approved"],
    ["is edited", told(true), shown(after), null],
    ["is hidden", told(true), hidden(after), null],
    ["was there before anybody listened", null, shown(before), null],
    ["is deleted", told(true), null, null],
    ["is deleted, and nothing was told of it", null, null, null],
  ])("that %s", (_what, was, seen, event) => expect(news("comment", was, seen, "b")).toBe(event));
});
