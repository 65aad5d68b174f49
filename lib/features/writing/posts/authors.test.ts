import { beforeEach, expect, it } from "vitest";
import type { AppError } from "../../../core/errors";
import { setOptions } from "../../options/mutations";
import { updateProfile } from "../../accounts/users/profile";
import { anAdmin, anAuthor, visitor } from "../../../testing/actors";
import { call } from "../../../testing/api";
import { aPost, inHours, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { getAuthorPage, listAuthorAddresses, listAuthorPages } from "./authors";
import { setPostStatus } from "./mutations";
import { listFeedPosts, listPublicPosts } from "./queries";

beforeEach(async () => void (await freshDatabase()));

const at = (username: string) =>
  getAuthorPage(visitor, { username }).then(
    ({ url }) => url,
    (thrown: unknown) => (thrown as AppError).code,
  );

it("is there for whoever wrote a public post, in any case of the name, and for nobody else", async () => {
  const [ann, bob] = [await anAuthor(), await anAuthor()];
  expect(await at(ann.name)).toBe("not_found");
  await aPost(bob, { status: "DRAFT" });
  await aPost(bob, { createTime: inHours(5) });
  await aPost(bob, { status: "INTIMATE", password: "tide" });
  const post = await aPost(ann);
  const locked = await aPost(ann, { password: "tide" });
  expect([await at(ann.name), await at(ann.name.toUpperCase()), await at(bob.name)]).toEqual([
    `/authors/${ann.name}`,
    `/authors/${ann.name}`,
    "not_found",
  ]);
  expect(await listAuthorAddresses(visitor, { ids: [bob.id, ann.id] })).toEqual([
    { id: ann.id, url: `/authors/${ann.name}` },
  ]);
  const { items } = await listPublicPosts(visitor, { author: ann.name });
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set([post.id, locked.id]));
  expect((await listFeedPosts(visitor, { author: ann.name })).map(({ content }) => content)).toContain(undefined);
  for (const { id } of [post, locked]) await setPostStatus(ann, { postId: id, status: "DRAFT" });
  expect(await at(ann.name)).toBe("not_found");
});

it("follows a changed name, and is there for nobody where the owner wants none", async () => {
  const [admin, ann] = [await anAdmin(), await anAuthor()];
  await aPost(ann);
  const before = await at(ann.name);
  await updateProfile(ann, { username: "ann.b", nickname: "Ann", email: `${ann.name}@example.org` });
  expect([before, await at(ann.name), await at("ann.b")]).toEqual([
    `/authors/${ann.name}`,
    "not_found",
    "/authors/ann.b",
  ]);
  await setOptions(admin, { items: [{ key: "author_pages", value: "false" }] });
  expect([await at("ann.b"), await listAuthorPages(visitor, {})]).toEqual(["not_found", []]);
  expect(await refusal(listPublicPosts(visitor, { author: "ann.b" }))).toMatchObject({ code: "not_found" });
  expect((await call("GET", "/content/posts?author=ann.b")).status).toBe(404);
});
