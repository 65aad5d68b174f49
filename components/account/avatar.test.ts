import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Avatar } from "./avatar";

const shown = (src: string, isOwn = false) => {
  const html = renderToStaticMarkup(createElement(Avatar, { name: "Sue Lane", src, isOwn }));
  return /<img src="([^"]*)"/.exec(html)?.[1] ?? html.replace(/<[^>]*>/g, "");
};

it("shows of others only pictures of this site, and asks no other host for what a reader chose", () => {
  expect(shown("/pictures/sue.png")).toBe("/pictures/sue.png");
  for (const other of ["https://other.example/a.png", "//other.example/a.png", "/\\other.example/a.png", "data:,x", ""])
    expect(shown(other)).toBe("SL");
  expect(shown("https://other.example/a.png", true)).toBe("https://other.example/a.png");
});
