import { HtmlValidate } from "html-validate";
import { aJpeg } from "../lib/testing/pictures";
import { install } from "./rig/api";
import { crawl } from "./rig/crawl";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

// A bare `>` is valid in a text.
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "no-raw-characters": "off" },
  root: true,
});

/** A validator's findings on the pages that a stranger reaches from these addresses. */
async function mistakes(server: Server, from: readonly string[]): Promise<{ paths: string[]; found: string[] }> {
  const pages = (await crawl(server, from)).filter(
    ({ reply }) => reply.headers["content-type"]?.startsWith("text/html") && reply.headers.location === undefined,
  );
  const found: string[] = [];
  for (const { path, reply } of pages)
    for (const { messages } of (await validator.validateString(reply.text)).results)
      found.push(...messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} ${selector}`));
  return { paths: pages.map(({ path }) => path), found };
}

/** Pages without links to them. */
const apart = [
  "/search?keyword=tide",
  "/search/busy",
  "/page/2",
  "/nowhere",
  "/login",
  "/register",
  "/set-password?code=1",
  "/unsubscribe?token=x",
  "/setup",
];

test("every public page of the sample site is valid HTML", async () => {
  const server = new Server();
  await server.start("--demo");
  const { paths, found } = await mistakes(server, ["/", "/sitemap.xml", ...apart]);
  expect(paths).toEqual(
    expect.arrayContaining([
      "/photos",
      "/links",
      "/journals",
      "/journals/1",
      "/archives",
      "/categories/harbour",
      "/tags/tides",
      "/about",
      "/archives/for-the-crew-only",
    ]),
  );
  expect(found).toEqual([]);
  await server.end();
});

test("so is a site that is not set up yet, and one that holds what people send", async () => {
  const server = new Server();
  await server.start();
  expect((await mistakes(server, ["/", ...apart])).found).toEqual([]);
  const ada = await install(server, 'Quotes "and" <angles> & more');
  const { url } = await ada.upload("wide.jpg", await aJpeg({ width: 2000, height: 900 }));
  const post = await ada.post({
    title: 'A "title" <b> & more',
    summary: 'One "summary" </p> & more',
    thumbnail: url,
    originalContent: `Words[^1] and ![a "picture"](${url}).\n\n- [ ] to do\n\n:::note\nThis.\n:::\n\n[^1]: Note.`,
  });
  const outside = await ada.post({
    title: "Elsewhere",
    thumbnail: "https://example.org/a.jpg?x=1&y=2",
    originalContent: "Words.",
  });
  await ada.must(201, "POST", "/content/posts/comments", {
    postId: post.id,
    author: "A <reader>",
    email: "a@example.org",
    content: "It *holds* & <i>more</i>.",
  });
  const { found } = await mistakes(server, ["/", outside.url, `${post.url}?reply=1`, ...apart]);
  expect(found).toEqual([]);
  await server.end();
});
