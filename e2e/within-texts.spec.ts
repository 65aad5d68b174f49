// A text stays in its place, whatever its author nests: nothing in it lies over the rest of a page.
import type { Page } from "@playwright/test";
import { siteLooks } from "../lib/core/looks";
import { Api } from "./rig/api";
import { enter } from "./rig/desk";
import { openWhole } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
test.beforeAll(() => {
  ada = owner(server);
});

const nested = (times: number, tag: string, inside: string, given = "") =>
  `<${tag}${given}>`.repeat(times) + inside + `</${tag}>`.repeat(times);
const link = (inside: string) => `<a href="/elsewhere">${inside}</a>`;
const picture = link('<img src="/demo/fog.svg" width="3000" height="3000" alt="">');
const noted = (inside: string) =>
  `<p>x<a data-footnote-ref href="#a">1</a></p><section class="footnotes" data-footnotes>${inside}<ol><li id="a">x</li></ol></section>`;
const words = `<p>${link("Here and there ".repeat(40))}</p>`;
const parts = ["One", "Two", "Three", "Four"].map((name) => `<h2>${name}</h2>`).join("");

const texts = {
  "folds in lines without a height": `<h1><sup>${"<details><summary></summary></details>".repeat(200)}${picture}</sup></h1>`,
  "lists in lists": nested(40, "ul", `<li>${words}</li>`),
  "lists in lists, from right to left": nested(40, "ul", `<li>${words}</li>`, ' dir="rtl"'),
  "quotes in quotes, beside contents and notes": parts + nested(60, "blockquote", words) + noted(""),
  "a ruby in a note": noted(`<p dir="rtl"><ruby>${link("x".repeat(300))}<rt>${"y".repeat(300)}</rt></ruby></p>`),
};

/** What stands outside of texts and lies below something in one. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const others = [...document.querySelectorAll("a, button, input, textarea, time")].filter(
      (each) => !each.closest(".prose, .trap") && each.checkVisibility({ visibilityProperty: true }),
    );
    return others
      .filter((each) => {
        each.scrollIntoView({ block: "center" });
        const { left, top, width, height } = each.getBoundingClientRect();
        return [0.1, 0.5, 0.9].some(
          (across) => document.elementFromPoint(left + width * across, top + height / 2)?.closest(".prose") ?? false,
        );
      })
      .map((each) => each.outerHTML);
  });

test("no text lies over what stands above, below or beside it, in any look", async ({ open }) => {
  const pages: [string, string][] = [];
  for (const [what, content] of Object.entries(texts)) {
    const post = await ada.post({ title: "Nested", originalContent: "x", content, keepRaw: true });
    const note = { sourceContent: "x", content, keepRaw: true, type: "PUBLIC" };
    const { url } = await ada.must<{ url: string }>(201, "POST", "/admin/journals", note);
    pages.push([what, post.url], [`${what}, in a note`, url]);
  }
  pages.push(["notes", "/journals"]);
  const page = await open({ viewport: { width: 1500, height: 900 } });
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    for (const [what, url] of pages) {
      await openWhole(page, server.url(url));
      await expect(page.locator('.prose a[href="/elsewhere"]').first()).toBeAttached();
      expect([look, what, await covered(page)]).toEqual([look, what, []]);
    }
  }
});

test("a box stands where other items have their marker, and no other one pulls words out of the text", async ({
  open,
}) => {
  const box = '<input type="checkbox">';
  const task = (inside: string, given = "") => `<ul><li class="task-list-item"${given}>${inside}</li></ul>`;
  const content = [box, `<p>${box} a</p>`, box.repeat(300), `<b>${box}</b>`.repeat(300)].flatMap((boxes) => [
    task(boxes + link("A task")),
    task(boxes + link("A task"), ' dir="rtl"'),
  ]);
  const post = await ada.post({ title: "Tasks", originalContent: "x", content: content.join(""), keepRaw: true });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(server.url(post.url));
  const beside = await page.locator(".prose :is(a, input)").evaluateAll((all) =>
    all.map((each) => {
      const [text, { left, right }] = [each.closest(".prose"), each.getBoundingClientRect()];
      return text && Math.max(0, text.getBoundingClientRect().left - left, right - text.getBoundingClientRect().right);
    }),
  );
  expect(beside.filter((pixels) => pixels !== 0)).toEqual([]);
  const [first, loose] = await page.locator(".prose ul").evaluateAll((lists) =>
    [lists[0], lists[2]].map((list) => {
      const [found, item] = [list?.querySelector("input"), list?.querySelector("li")];
      return found && item && found.getBoundingClientRect().left < item.getBoundingClientRect().left;
    }),
  );
  expect([first, loose]).toEqual([true, true]);
});

test("no note lies over the rows of others in the dashboard", async ({ open }) => {
  const contents = [
    ...Object.values(texts),
    // The dashboard's style moves what is raised, and with it all that is in it.
    `<figure class="code">${"<sup><figcaption>".repeat(44)}${picture}${"</figcaption></sup>".repeat(44)}</figure>`,
  ];
  for (const content of contents) {
    const note = { sourceContent: "x", content, keepRaw: true, type: "PUBLIC" };
    await ada.must(201, "POST", "/admin/journals", note);
    await ada.journal({ sourceContent: "[A note of somebody else.](/about)" });
  }
  const page = await open({ viewport: { width: 1400, height: 900 } });
  await enter(page, server, "/admin/journals");
  await expect(page.locator('.prose a[href="/elsewhere"]').nth(contents.length - 1)).toBeAttached();
  expect(await covered(page)).toEqual([]);
  const others = await page.locator('.prose a[href="/about"]').evaluateAll((links) =>
    links.map((each) => {
      each.scrollIntoView({ block: "center" });
      const { left, top, height } = each.getBoundingClientRect();
      return document.elementFromPoint(left + 10, top + height / 2) === each;
    }),
  );
  expect(others).toEqual(contents.map(() => true));
});

/** Waits until a part of the page looks the same without what has the marks; what still loads may change it meanwhile. */
const expectAlone = (page: Page, part: string, marked: string) =>
  expect.poll(() => isAlone(page, part, marked), `${part} without ${marked}`).toBe(true);
const isAlone = async (page: Page, part: string, marked: string) => {
  const before = await page.locator(part).screenshot();
  await page.evaluate((selector) => {
    const unseen = new CSSStyleSheet();
    unseen.replaceSync(`${selector} { color: transparent !important; }`);
    document.adoptedStyleSheets = [unseen];
  }, marked);
  const after = await page.locator(part).screenshot();
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  return before.equals(after);
};

test("the name and the address of a stranger cover nothing, in the queue, on the dashboard's home, in the bar of those who write the site and above a reply", async ({
  open,
}) => {
  const post = await ada.post({ title: "Marks", originalContent: "Words." });
  const marks = "\u0301\u0302\u0303\u0304".repeat(12);
  const names = ["Bill", `Z${marks}`, "Bea"];
  const ids: number[] = [];
  for (const author of names) {
    const authorUrl = `https://example.org/${author === `Z${marks}` ? `Z${marks}`.repeat(4) : ""}`;
    const comment = { postId: post.id, author, authorUrl, content: `Words of ${ids.length}.` };
    ids.push((await new Api(server).must<{ id: number }>(201, "POST", "/content/posts/comments", comment)).id);
  }
  for (const width of [390, 1000]) {
    const page = await open({ viewport: { width, height: 900 } });
    await enter(page, server, "/admin/comments");
    for (const id of [ids[0], ids[2]]) await expectAlone(page, `[data-row="${id}"]`, `[data-row="${ids[1]}"] *`);
  }
  const page = await open({ viewport: { width: 1000, height: 900 } });
  await enter(page, server, "/admin");
  const newest = page.locator("main section", { has: page.getByText("Words of 2.") }).first();
  await newest.evaluate((panel) => panel.setAttribute("data-newest", ""));
  for (const n of [1, 3])
    await expectAlone(page, `[data-newest] li:nth-child(${n})`, "[data-newest] li:nth-child(2) b");

  await page.goto(server.url(post.url));
  await expect(page.locator(".own li")).toHaveCount(names.length);
  for (const n of [1, 3]) await expectAlone(page, `.own li:nth-child(${n})`, ".own li:nth-child(2) .who");

  await ada.must(200, "PUT", "/admin/comments/state/published", ids);
  await page.goto(server.url(post.url));
  await page.locator(`#comment-${ids[1]} a[data-reply]`).click();
  await expect(page.locator("#write h2")).toContainText("Z");
  await expectAlone(page, `#comment-${ids[1]} > article`, "#write h2");
});

test("the numbers of a list cover nothing beside a note, however long they are", async ({ open }) => {
  const lists = ['type="I" start="3888"', 'start="-2147483648"'].map((given) => `<ol ${given}><li>x</li></ol>`);
  const content = lists.map((list) => `<h1>${list}</h1>${list}`).join("");
  const note = { sourceContent: "x", content, keepRaw: true, type: "PUBLIC" };
  const { id } = await ada.must<{ id: number }>(201, "POST", "/admin/journals", note);
  const page = await open({ viewport: { width: 1280, height: 900 } });
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    await openWhole(page, server.url("/journals"));
    await expectAlone(page, `#journal-${id} header`, `#journal-${id} li::marker`);
  }
  await ada.must(204, "DELETE", `/admin/journals/${id}`);
});
