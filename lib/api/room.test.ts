import { afterEach, beforeEach, expect, it } from "vitest";
import { postgres } from "../../db/dialect";
import { attachments } from "../../db/schema";
import { requireRoom, reserve } from "../core/room";
import { aForm, aToken, call } from "../testing/api";
import { aComment } from "../testing/commented";
import { aPost } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import { routes } from "./routes";

const usual = { ...reserve };
/** As if the disk had less room than the reserve, or more. */
const fill = (full: boolean) =>
  void Object.assign(reserve, full ? { bytes: Number.MAX_SAFE_INTEGER, share: Infinity } : usual);

beforeEach(() => freshDatabase());
afterEach(() => fill(false));

const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

// A PostgreSQL server keeps its rows elsewhere.
it.skipIf(postgres)(
  "with an almost full disk nothing new is taken, and whoever can free it signs in, deletes and sets options",
  async () => {
    const [admin, author] = [await aToken("ADMIN"), await aToken("AUTHOR")];
    const post = await aPost();
    const comment = await aComment(post.id);
    const [file] = (await call("POST", "/admin/attachments", { token: author.token, body: aForm() })).list;
    const { json: journal } = await call("POST", "/admin/journals", {
      token: author.token,
      body: { sourceContent: "x" },
    });
    fill(true);
    const asAuthor = (method: string, path: string, body?: unknown) =>
      call(method, path, { token: author.token, body });
    const asAdmin = (method: string, path: string, body?: unknown) => call(method, path, { token: admin.token, body });
    expect(
      await statusesOf([
        asAuthor("POST", "/admin/posts", { title: "New" }),
        asAuthor("POST", "/admin/journals", { sourceContent: "New" }),
        asAuthor("POST", "/admin/attachments", aForm()),
        asAdmin("PUT", `/admin/posts/${post.id}`, { title: "Changed" }),
        call("POST", "/content/posts/comments", { body: { author: "Ann", content: "x", postId: post.id } }),
      ]),
    ).toEqual([507, 507, 507, 507, 507]);
    expect(await stored().select().from(attachments)).toHaveLength(1);
    expect(
      await statusesOf([
        call("GET", `/content/posts/${post.id}`),
        asAdmin("DELETE", `/admin/attachments/${String(file?.id)}`),
        asAdmin("DELETE", `/admin/journals/${String(journal.id)}`),
        asAdmin("DELETE", `/admin/posts/comments/${comment.id}`),
        asAdmin("PUT", "/admin/options/batch", [{ key: "site_title", value: "Full" }]),
      ]),
    ).toEqual([200, 204, 204, 204, 200]);
    expect((await asAdmin("DELETE", `/admin/posts/${post.id}?permanent=true`)).status).toBe(204);
    expect((await call("POST", "/admin/login", { body: { username: "nobody", password: "x" } })).status).toBe(401);
    fill(false);
    expect((await asAuthor("POST", "/admin/posts", { title: "New" })).status).toBe(201);
  },
);

it("an upload that would take from the reserve is refused before it has arrived", () => {
  expect(() => requireRoom()).not.toThrow();
  expect(() => requireRoom(Number.MAX_SAFE_INTEGER)).toThrow("almost full");
});

it("whatever deletes goes on with an almost full disk", () => {
  const stopped = routes.filter(({ method, operation }) => method === "DELETE" && operation.whenFull === false);
  expect(stopped.map(({ path }) => path)).toEqual([]);
});
