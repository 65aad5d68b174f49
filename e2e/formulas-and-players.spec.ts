// What a text shows that is drawn for it: formulas, stills of videos, notes beside it, at every width.
import { siteLooks } from "../lib/core/looks";
import { type Api } from "./rig/api";
import { overflowing } from "./rig/layout";
import { shiftsOf, watchShifts } from "./rig/shifts";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
let url: string;

const words = "Water rises and falls twice a day, and not by the same measure everywhere. ".repeat(6);
const text = `The area is $\\pi r^2$, for $5 or $10.[^1] ${words}

$$
\\begin{aligned} a &= ${Array.from({ length: 30 }, (_, i) => `x_{${i}}`).join(" + ")} \\\\ &= \\left(\\frac{1}{2}\\right)^n \\end{aligned}
$$

<iframe src="https://www.youtube.com/embed/abc" title="The tide machine"></iframe>

${words}[^long]

${words}

[^1]: A note with a [link](/about).
[^long]: ${words}
`;

test.beforeAll(async () => {
  ada = owner(server);
  const tags = [await ada.tag({ name: `Water${"w".repeat(60)}` }), await ada.tag({ name: "Moon" })];
  const tagIds = tags.map(({ id }) => id);
  ({ url } = await ada.post({ title: "Drawn", slug: "drawn", originalContent: text, tagIds }));
});

test("formulas are drawn without script, and what is wider scrolls in itself", async ({ reader, accessible }) => {
  await reader.setViewportSize({ width: 320, height: 600 });
  await reader.goto(server.url(url));
  await expect(reader.locator("math")).toHaveCount(2);
  const [small, fraction] = await reader
    .locator("math mfrac, math msup")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(Math.max(small ?? 0, fraction ?? 0)).toBeGreaterThan(20);
  const box = reader.locator(".formula");
  expect(await box.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true);
  expect(await overflowing(reader)).toEqual([]);
  await expect(reader.locator("main")).toContainText("for $5 or $10.");
  await accessible(reader, "light", "dark");
});

test("no formula lies over what stands above or below it, whatever it raises or lowers", async ({ reader }) => {
  const raised = [
    "\\raisebox{20em}{\\rule{500px}{60px}}",
    "\\raisebox{20em}{\\raisebox{20em}{\\text{Here}}}",
    "\\lower-400pt\\hbox{Here}",
    "\\smash{\\rule{20em}{20em}}",
    "\\rule[20em]{20em}{20em}",
    "\\raisebox{-20em}{\\rule{500px}{60px}}",
  ];
  // In a text, and as all that its author kept.
  for (const [tex, isKept] of raised.flatMap((each) => [[each, false] as const, [each, true] as const])) {
    const source = `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`;
    const content = `<a href="/elsewhere">${source}</a><p>${words}</p>`;
    const post = await ada.post({
      title: "Raised",
      originalContent: `[$${tex}$](/elsewhere)\n\n${words}`,
      ...(isKept && { content, keepRaw: true }),
    });
    await reader.goto(server.url(post.url));
    await expect(reader.locator('a[href="/elsewhere"] math')).toHaveCount(1);
    const covered = await reader.locator(".prose").evaluate((prose) => {
      // As in browsers in which a formula in a line is no box of its own.
      const boxless = new CSSStyleSheet();
      boxless.replaceSync(".prose math { contain: none !important; }");
      document.adoptedStyleSheets = [boxless];
      const line = prose.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
      const points: number[] = [];
      for (let y = 2; y < innerHeight; y += 4)
        for (let x = 4; x < innerWidth; x += 12)
          if (document.elementFromPoint(x, y)?.closest('a[href="/elsewhere"]')) points.push(y);
      // A letter may be higher than its line.
      return points.filter((y) => y < line.top - 20 || y > line.bottom + 20);
    });
    expect([tex, covered]).toEqual([tex, []]);
  }
});

test("a video is a link without script, and its player where it is clicked", async ({ openUnwatched, reader }) => {
  await reader.goto(server.url(url));
  const still = reader.getByRole("link", { name: "The tide machine" });
  await expect(still).toHaveAttribute("href", "https://www.youtube.com/watch?v=abc");

  // No other host is asked in watched pages.
  const page = await openUnwatched();
  const asked: string[] = [];
  await page.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Player</title><p>Plays" });
  });
  await page.goto(server.url(url), { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  await page.getByRole("link", { name: "The tide machine" }).click();
  await expect(page.frameLocator('iframe[title="The tide machine"]').getByText("Plays")).toBeVisible();
  expect(asked).toEqual(["https://www.youtube.com/embed/abc?autoplay=1"]);
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", /^allow-scripts /);
  await expect(page.locator("iframe")).toBeFocused();
  await expect(page).toHaveURL(server.url(url));
});

test("notes stand beside the text where there is room, below it elsewhere, and move nothing", async ({
  open,
  accessible,
}) => {
  const page = await open({ viewport: { width: 1500, height: 1000 } });
  await watchShifts(page);
  await page.goto(server.url(url), { waitUntil: "networkidle" });
  const note = page.locator(".footnotes li").first();
  const second = page.locator(".footnotes li").nth(1);
  const boxes = async () => Promise.all([note, second, page.locator(".prose")].map((each) => each.boundingBox()));
  await expect(page.locator(".footnotes")).toHaveClass(/beside/);
  const [first, other, prose] = await boxes();
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThan(prose?.x ?? 0);
  expect(first?.x).toBeGreaterThan(0);
  const mark = await page.locator("[data-footnote-ref]").first().boundingBox();
  expect(Math.abs((mark?.y ?? 0) - (first?.y ?? 0))).toBeLessThan(40);
  expect(other?.y ?? 0).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
  expect(await shiftsOf(page)).toEqual([]);
  await accessible(page, "light", "dark");
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(page.locator(".footnotes")).not.toHaveClass(/beside/);
  const [below, , narrow] = await boxes();
  expect(below?.x).toBeGreaterThanOrEqual(narrow?.x ?? 0);
});

test("notes come to rest where a bar to scroll comes with them and takes their room", async ({ open }) => {
  const page = await open({ viewport: { width: 1500, height: 1000 } });
  await page.goto(server.url(url), { waitUntil: "networkidle" });
  const notes = page.locator(".footnotes");
  await expect(notes).toHaveClass(/beside/);
  // Room for the notes, and three pixels more at the left of the text.
  const spare = await page.locator(".prose").evaluate((text) => text.getBoundingClientRect().left - 243);
  await page.setViewportSize({ width: 1500 - 2 * Math.floor(spare), height: 1000 });
  await expect(notes).toHaveClass(/beside/);
  const changes = await notes.evaluate(async (element) => {
    let count = 0;
    new MutationObserver(() => (count += 1)).observe(element, { attributeFilter: ["class"] });
    // Browsers without a window of their own show no bar.
    const bar = new CSSStyleSheet();
    bar.replaceSync("html:has(.footnotes.beside) { padding-right: 16px }");
    document.adoptedStyleSheets = [bar];
    for (let frame = 0; frame < 40; frame += 1) await new Promise(requestAnimationFrame);
    return count;
  });
  expect(changes).toBe(1);
  await expect(notes).not.toHaveClass(/beside/);
});

test("notes beside a text never lie on something else, in any look", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    await page.goto(server.url(url), { waitUntil: "networkidle" });
    for (const note of await page.locator(".footnotes li").all()) {
      await note.scrollIntoViewIfNeeded();
      const covered = await page.evaluate(() => {
        const boxes = (selector: string) =>
          [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
        return boxes(".footnotes li").some((one) =>
          boxes(".masthead, .story header > *, .prose > :not(.footnotes), .contents").some(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
          ),
        );
      });
      expect(covered, look).toBe(false);
    }
  }
});

test("no note or picture lies over what stands below the text, whatever its author nests", async ({ open }) => {
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: "broadsheet" }]);
  const link = (inside: string) => `<a href="/elsewhere">${inside}</a>`;
  const picture = link('<img src="/demo/fog.svg" width="3000" height="3000" alt="">');
  const wide = `<figure class="wide">${picture}</figure>`;
  const noted = (...notes: string[]) =>
    `<p>End<a data-footnote-ref href="#a">1</a></p><section class="footnotes" data-footnotes><ol>${notes.join("")}</ol></section>`;
  const texts = {
    "a note longer than the text": noted(`<li id="a">${`<p>${link("Here and there")}</p><br>`.repeat(60)}</li>`),
    "a wide picture in a note": noted(`<li id="a">${wide}</li>`),
    "a note in a note": noted(`<li id="a">x<ol dir="rtl"><li dir="rtl">${wide}</li></ol></li>`),
    "a note from right to left, with contents on that side":
      ["One", "Two", "Three", "Four"].map((name) => `<h2>${name}</h2>`).join("") +
      noted(`<li id="a" dir="rtl">${wide}</li>`, `<li id="b" dir="rtl">${wide}</li>`),
    "a note without a mark": noted(`<li id="a">x</li><li id="b">${wide}</li>`),
    "a mark that nobody can read": `<p>${noted(`<li id="a">${wide}</li>`)}<a data-footnote-ref href="#%E0%A4%A">2</a></p>`,
    "a picture that floats": `<p>x</p><figure class="left">${wide}</figure>`,
  };
  const page = await open({ viewport: { width: 1500, height: 900 } });
  for (const [what, content] of Object.entries(texts)) {
    const post = await ada.post({ title: "Nested", originalContent: "x", content, keepRaw: true });
    await page.goto(server.url(post.url), { waitUntil: "networkidle" });
    await expect(page.locator('.prose a[href="/elsewhere"]').first()).toBeAttached();
    const covered = await page.evaluate(() => {
      const text = document.querySelector(".prose")?.getBoundingClientRect() ?? new DOMRect();
      const below = [...document.querySelectorAll('.prose a[href="/elsewhere"], .prose a[href="/elsewhere"] img')]
        .map((each) => each.getBoundingClientRect().bottom - text.bottom)
        .filter((beyond) => beyond > 20);
      const over = [...document.querySelectorAll("main :is(a, button, input, textarea), footer a")].filter((each) => {
        if (each.closest(".prose") || each.matches(".trap *")) return false;
        each.scrollIntoView({ block: "center" });
        const { left, top, width, height } = each.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".prose") ?? false;
      });
      return [below, over.map((each) => each.outerHTML)];
    });
    expect([what, ...covered]).toEqual([what, [], []]);
  }
});

test("nothing in a note of the journal lies over its date, in any look", async ({ open }) => {
  const wide =
    '<figure class="wide"><a href="/elsewhere"><img src="/demo/fog.svg" width="3000" height="900" alt=""></a></figure>';
  const notes = `<p>x<a data-footnote-ref href="#a">1</a></p><section class="footnotes" data-footnotes><ol><li id="a">${wide}</li></ol></section>`;
  const ruby = `<p dir="rtl"><ruby><a href="/elsewhere">${"x".repeat(300)}</a><rt>${"y".repeat(300)}</rt></ruby></p>`;
  const inLine = ruby.replace('<p dir="rtl">', '<bdo dir="rtl">').replace("</p>", "</bdo>");
  const all = [wide, notes, ruby, inLine];
  for (const content of all)
    await ada.must(201, "POST", "/admin/journals", { sourceContent: "x", content, keepRaw: true, type: "PUBLIC" });
  const page = await open({ viewport: { width: 1500, height: 900 } });
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    await page.goto(server.url("/journals"), { waitUntil: "networkidle" });
    await expect(page.locator('.note a[href="/elsewhere"]')).toHaveCount(all.length);
    const covered = await page.locator(".note header").evaluateAll((headers) =>
      headers.filter((header) => {
        header.scrollIntoView({ block: "center" });
        const { left, top, width, height } = header.getBoundingClientRect();
        return [0.1, 0.5, 0.9].some((across) =>
          [0.1, 0.5, 0.9].some(
            (down) => document.elementFromPoint(left + width * across, top + height * down)?.closest(".prose") ?? false,
          ),
        );
      }),
    );
    expect(covered.length, look).toBe(0);
  }
});

/** Silence of a tenth of a second. */
function sound(): Buffer {
  const wave = Buffer.alloc(44 + 800, 128);
  wave.write("RIFF", 0);
  wave.writeUInt32LE(36 + 800, 4);
  wave.write("WAVEfmt ", 8);
  wave.set([16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0], 16);
  wave.write("data", 36);
  wave.writeUInt32LE(800, 40);
  return wave;
}

test("files, sounds and callouts are blocks of each look, and the contents mark what one reads", async ({
  open,
  accessible,
}) => {
  const bell = await ada.upload("bell.wav", sound());
  const notes = await ada.upload("notes.txt", Buffer.from("High water at six."));
  const kinds = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];
  const callouts = kinds.map((kind) => `> [!${kind}]\n> ${words}`).join("\n\n");
  const parts = ["One", "Two", "Three"].map((name) => `## ${name}\n\n${`${words}\n\n`.repeat(6)}`).join("");
  const items = "- an item\n- [ ] a task\n\n";
  const blocks = `[The bell](${bell.url})\n\n[${"notes".repeat(20)}.txt](${notes.url})\n\n${items}`;
  const post = await ada.post({ title: "Blocks", slug: "blocks", originalContent: `${parts}${blocks}${callouts}` });

  const page = await open({ viewport: { width: 320, height: 700 } });
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    await page.goto(server.url(post.url));
    await expect(page.locator("audio")).toHaveAttribute("src", bell.url);
    await expect(page.locator(".admonition")).toHaveCount(kinds.length);
    // Each is set off from the text: by a line of its own, or by another ground.
    for (const selector of [".file a", ".admonition-note", ".admonition-caution"])
      expect(
        await page.locator(selector).evaluate((each) => {
          const { borderTopWidth, borderInlineStartWidth, backgroundColor } = getComputedStyle(each);
          const lines = Number.parseFloat(borderTopWidth) + Number.parseFloat(borderInlineStartWidth);
          return lines > 0 || backgroundColor !== getComputedStyle(document.body).backgroundColor;
        }),
        `${look} ${selector}`,
      ).toBe(true);
    // Beside a task, whose mark is its box, other items keep theirs.
    await expect(page.locator("li", { hasText: "an item" })).not.toHaveCSS("list-style-type", "none");
    await expect(page.locator("li", { hasText: "a task" })).toHaveCSS("list-style-type", "none");
    expect(await overflowing(page), look).toEqual([]);
    await accessible(page, "light", "dark");
  }

  await page.setViewportSize({ width: 1280, height: 700 });
  const marked = page.locator(".contents [aria-current]");
  await expect(marked).toHaveCount(0);
  await page.getByRole("heading", { name: "Two" }).evaluate((heading) => heading.scrollIntoView());
  await expect(marked).toHaveText(["Two"]);
  await page.getByRole("heading", { name: "Three" }).evaluate((heading) => heading.scrollIntoView());
  await expect(marked).toHaveText(["Three"]);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(marked).toHaveCount(0);
});

test("at 400 % every page fits, and says whole what its search is for, in each look", async ({ open }) => {
  const page = await open({ viewport: { width: 320, height: 256 } });
  for (const look of Object.keys(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value: look }]);
    for (const path of ["/", url, "/search?keyword=water", "/archives", "/categories", "/tags", "/nowhere"]) {
      await page.goto(server.url(path));
      expect(await overflowing(page), `${look} ${path}`).toEqual([]);
    }
    await page.goto(server.url("/search"));
    const room = await page.locator("#keyword").evaluate((field: HTMLInputElement) => {
      const style = getComputedStyle(field);
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) return 0;
      pen.font = getComputedStyle(field, "::placeholder").font;
      const sides = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      return field.clientWidth - sides - pen.measureText(field.placeholder).width;
    });
    expect(room, look).toBeGreaterThanOrEqual(0);
  }
});

test("a page and its translation lead to each other, each in its own language", async ({ reader }) => {
  await ada.sheet({ title: "About", slug: "about", language: "en" });
  await ada.sheet({ title: "Über uns", slug: "ueber-uns", language: "de", translationOf: "about" });
  await reader.goto(server.url("/about"));
  await reader.getByRole("link", { name: "Deutsch" }).click();
  await expect(reader).toHaveURL(server.url("/ueber-uns"));
  await expect(reader.locator("html")).toHaveAttribute("lang", "de");
  const alternates = await reader
    .locator("link[hreflang]")
    .evaluateAll((all) => all.map((each) => `${each.getAttribute("hreflang")} ${each.getAttribute("href")}`));
  expect(alternates).toEqual([`de ${server.url("/ueber-uns")}`, `en ${server.url("/about")}`]);
});
