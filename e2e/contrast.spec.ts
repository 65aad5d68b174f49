import { violations } from "./rig/axe";
import { expect, test } from "./rig/test";

const page = (style: string, text = "Anything that is read") => `<!doctype html><html lang="en"><title>A page</title>
  <style>body { background: white; color: black; font: 16px serif } ${style}</style>
  <header>Above</header>
  <main><h1>A page</h1><p>${text}</p><p class="hidden">${text}</p><label>Name <input value="Ada"></label></main>
  <footer><a href="/">Home</a></footer></html>`;

test("a faint text is found whatever was found sound before it: another colour, ground or size", async ({ open }) => {
  const shown = await open();
  const find = async (style: string, colorScheme: "light" | "dark" = "light") => {
    await shown.setContent(page(style));
    await shown.emulateMedia({ colorScheme });
    const found = await violations(shown, "ours", true);
    return found.map((line) => /^color-contrast: <(\w+)/.exec(line)?.[1] ?? line);
  };
  expect(await find("")).toEqual([]);
  expect(await find("p { color: #999 }")).toEqual(["p", "p"]);
  expect(await find("main { background: #222 } ")).toEqual(["h1", "p", "p", "label"]);
  expect(await find("main { background: #222; color: white } input { color: black }")).toEqual([]);
  expect(await find("input { color: #aaa }")).toEqual(["input"]);
  expect(await find("main { opacity: 0.3 }")).toEqual(["h1", "p", "p", "label", "input"]);
  // The contrast is enough for large letters, and must be found too low for small ones.
  expect(await find("p { color: #888; font-size: 30px }")).toEqual([]);
  expect(await find("p { color: #888 }")).toEqual(["p", "p"]);
  // A hidden text is not among the sound ones, so it is looked at when it is shown.
  expect(await find(".hidden { color: #aaa; visibility: hidden }")).toEqual([]);
  expect(await find(".hidden { color: #aaa }")).toEqual(["p"]);
  const dark = "@media (prefers-color-scheme: dark) { body { background: black } }";
  expect(await find(dark)).toEqual([]);
  expect(await find(dark, "dark")).not.toEqual([]);
  expect(await find(`${dark} @media (prefers-color-scheme: dark) { body, a { color: white } }`, "dark")).toEqual([]);
});
