import { describe, expect, it } from "vitest";
import { outcomeOf } from "./saving";

const refused = (code: "unavailable" | "too_many" | "internal" | "forbidden", more = {}) =>
  outcomeOf({ ok: false, error: { code, message: "No.", fields: {}, ...more } });

describe("the answer to a save", () => {
  it("of a server that says when to come back is to wait as long", () => {
    expect(refused("unavailable", { retryAfter: 7 })).toEqual({ kind: "busy", after: 7 });
    expect(refused("too_many", { retryAfter: 1 })).toEqual({ kind: "busy", after: 1 });
  });

  it("without a time is that of no connection, or a refusal", () => {
    expect(refused("unavailable")).toEqual({ kind: "offline" });
    expect(refused("internal")).toEqual({ kind: "offline" });
    expect(refused("forbidden")).toEqual({ kind: "refused", message: "No." });
  });
});
