// Compares how our parser and a real browser parse the same HTML; all safety depends on their being equal.
import fc from "fast-check";
import { parseFragment, type DefaultTreeAdapterTypes } from "parse5";
import { publishedAttacks } from "../lib/text/html/attack-collection";
import { htmlAttacks, markdownAttacks } from "../lib/text/html/attacks";
import { renderComment } from "../lib/text/markdown/comment";
import { render } from "../lib/text/markdown/render";
import { inlineScripts, siteScript } from "../lib/core/page-scripts";
import { newNonce, secured } from "../lib/server/answers/page-policy";
import { frameworksPage, hostilePage, hostileText } from "../lib/testing/hostile-html";
import { expect, test } from "./rig/test";

const HOST = "http://reading.test";
const attacks = [...htmlAttacks, ...markdownAttacks, ...publishedAttacks];
const HTML = "http://www.w3.org/1999/xhtml";

type TreeNode = DefaultTreeAdapterTypes.ChildNode;
type Read = string | [name: string, attributes: [string, string][], children: Read[]];

/** A tree in a form that both sides can write. */
function readOf(node: TreeNode): Read {
  if (node.nodeName === "#text" && "value" in node) return node.value;
  if (!("attrs" in node) || (node.namespaceURI as string) !== HTML) return `something else: ${node.nodeName}`;
  const attributes = node.attrs.map(({ name, value }): [string, string] => [name, value]);
  return [node.tagName, attributes, node.childNodes.map(readOf)];
}

async function stored(text: string): Promise<string[]> {
  const rendered = await Promise.all([
    render({ editorType: "MARKDOWN", originalContent: text, keepRaw: false }),
    render({ editorType: "RICHTEXT", originalContent: text, keepRaw: false }),
    render({ editorType: "MARKDOWN", originalContent: "", content: text, keepRaw: true }),
  ]);
  return [...rendered.map(({ html }) => html), renderComment(text).html];
}

test("a browser reads stored HTML as the sanitiser left it, wherever it is put", async ({ openUnwatched }) => {
  const page = await openUnwatched();
  // Loads nothing: only the parsing is compared.
  await page.route("**", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: { "content-security-policy": "default-src 'none'" },
      body: "<!doctype html>",
    }),
  );
  await page.goto(HOST);
  for (const texts of [attacks, fc.sample(hostileText, 400)]) {
    const all = (await Promise.all(texts.map(stored))).flat();
    const seen = await page.evaluate((htmls) => {
      const read = (node: Node): unknown => {
        if (node instanceof Text) return node.data;
        if (!(node instanceof HTMLElement)) return `something else: ${node.nodeName}`;
        const attributes = [...node.attributes].map(({ name, value }) => [name, value]);
        return [node.localName, attributes, [...node.childNodes].map(read)];
      };
      return htmls.map((html) => {
        const element = document.createElement("div");
        element.innerHTML = html;
        const whole = new DOMParser().parseFromString(
          `<!doctype html><body><main><div>${html}</div></main><p id="after"></p></body>`,
          "text/html",
        );
        return {
          asFragment: [...element.childNodes].map(read),
          inPage: [...(whole.querySelector("main > div")?.childNodes ?? [])].map(read),
          staysInside: whole.getElementById("after")?.parentElement === whole.body,
        };
      });
    }, all);
    for (const [at, html] of all.entries()) {
      const wanted = parseFragment(html).childNodes.map(readOf);
      expect(seen[at], html).toEqual({ asFragment: wanted, inPage: wanted, staysInside: true });
    }
  }
});

test("a browser finds in a plain page no script but ours, whatever was written into it", async ({ openUnwatched }) => {
  const page = await openUnwatched();
  const nonce = newNonce();
  const bodies = [...attacks, ...fc.sample(hostilePage, 600)];
  const pages = bodies.map((body) => secured(frameworksPage(body, nonce), nonce).html);
  // Runs and loads nothing, while scripts count as enabled, so that `noscript` is parsed as readers' browsers do.
  const headers = { "content-security-policy": "default-src 'none'" };
  const contentType = "text/html; charset=utf-8";
  await page.route("**", (route) => {
    const number = /^\/(\d+)$/.exec(new URL(route.request().url()).pathname)?.[1];
    if (number !== undefined) return route.fulfill({ contentType, headers, body: pages[Number(number)] });
    return route.request().url() === `${HOST}/`
      ? route.fulfill({ contentType, body: "<!doctype html><body>" })
      : route.abort();
  });
  await page.goto(`${HOST}/`);
  const known = new Set([
    `type=module src=${siteScript}|`,
    ...inlineScripts.map(({ type, text }) => `type=${type}|${text}`),
  ]);
  for (let from = 0; from < pages.length; from += 50) {
    const to = Math.min(from + 50, pages.length);
    const found = await page.evaluate(
      async ([first = 0, end = 0]) => {
        const elementsOf = (root: ParentNode): Element[] =>
          [...root.querySelectorAll("*")].flatMap((element) => {
            const template =
              element.localName === "template" ? (element as Partial<HTMLTemplateElement>).content : null;
            return [element, ...[template, element.shadowRoot].flatMap((inner) => (inner ? elementsOf(inner) : []))];
          });
        const open = async (number: number) => {
          const frame = document.createElement("iframe");
          frame.src = `/${number}`;
          const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
          document.body.append(frame);
          await loaded;
          const scripts = frame.contentDocument ? elementsOf(frame.contentDocument) : [];
          frame.remove();
          return scripts
            .filter(({ localName }) => localName === "script")
            .map(
              (script) =>
                [...script.attributes].map(({ name, value }) => `${name}=${value}`).join(" ") +
                `|${script.textContent}`,
            );
        };
        return Promise.all(Array.from({ length: end - first }, (_, at) => open(first + at)));
      },
      [from, to],
    );
    for (const [at, scripts] of found.entries())
      expect(
        scripts.filter((script) => !known.has(script) && !script.startsWith("type=application/ld+json|")),
        bodies[from + at],
      ).toEqual([]);
  }
});
