import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Cover } from "./cover";

const classesAt = (coverX?: number, coverY?: number): string =>
  /class="([^"]*)"/.exec(
    renderToStaticMarkup(
      createElement(Cover, {
        of: { thumbnail: "/a.png", cover: null, ...(coverX !== undefined && { coverX, coverY: coverY ?? 50 }) },
        place: "card",
        look: "broadsheet",
      }),
    ),
  )?.[1] ?? "";

it("keeps its middle in sight unless another point was chosen", () => {
  expect(classesAt()).toBe("plate");
  expect(classesAt(50, 50)).toBe("plate");
  expect(classesAt(0, 100)).toBe("plate x0 y4");
});

it("has a rule in the style for each point that it may name", () => {
  const style = readFileSync(`${import.meta.dirname}/../../../app/(site)/_style/page.css`, "utf8");
  for (let at = 0; at <= 100; at++)
    for (const name of classesAt(at, at).split(" ").slice(1))
      expect(style).toContain(`.plate.${name} {\n  --${name[0]}: ${Number(name.slice(1)) * 25}%;\n}`);
});
