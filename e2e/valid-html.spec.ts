import { aJpeg } from "../lib/testing/pictures";
import { install } from "./rig/api";
import { ask } from "./rig/http";
import { Server } from "./rig/server";
import { structuredData } from "./rig/structured-data";
import { expect, test } from "./rig/test";
import { apart, mistakes } from "./rig/validity";

test("a site that is not set up yet is valid HTML, and so is one that holds what people send", async () => {
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
  const typesAt = async (path: string) => structuredData((await ask(server, path)).text).types;
  expect(await typesAt("/")).toEqual(["WebSite"]);
  expect(await typesAt(post.url)).toEqual(["BlogPosting", "BreadcrumbList"]);
  expect(await typesAt("/authors/ada")).toEqual(["ProfilePage", "BreadcrumbList"]);
  await server.end();
});
