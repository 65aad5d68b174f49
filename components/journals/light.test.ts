import { expect, it } from "vitest";
import { light } from "./light";

it("a list of notes shows half a million characters of HTML at the most, and every note", () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, content: "x".repeat(60_000) }));
  const shown = light(rows);
  expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(shown.filter(({ content }) => content !== "")).toEqual(rows.slice(0, 8));
  expect(light(rows.slice(0, 8))).toEqual(rows.slice(0, 8));
});
