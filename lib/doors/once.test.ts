import { beforeEach, describe, expect, it } from "vitest";
import { posts } from "../../db/schema";
import type { Actor } from "../core/access";
import { engine, installEngine } from "../core/operation";
import { createPost } from "../features/writing/posts/mutations";
import { getPost } from "../features/writing/posts/queries";
import { anAuthor } from "../testing/actors";
import { refusal } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import { madeOnce } from "./once";

beforeEach(async () => void (await freshDatabase()));

const draft = (actor: Actor, key: string, originalContent = "a", title = "Draft") =>
  madeOnce(
    actor,
    "draft",
    key,
    (keep) => createPost(actor, { title, originalContent, autoSave: true }, keep),
    (postId) => getPost(actor, { postId }),
  );
const inAll = async () => (await stored().select({ id: posts.id }).from(posts)).length;

describe("what is made with a key", () => {
  it("is made once, whatever is sent the second time, and found again as it is then", async () => {
    const author = await anAuthor();
    const made = await draft(author, "k");
    expect(await draft(author, "k", "a and more")).toMatchObject({
      id: made.id,
      originalContent: "a",
      version: made.version,
    });
    expect(await inAll()).toBe(1);
  });

  it("is another one with another key, and for somebody else", async () => {
    const author = await anAuthor();
    const ids = [await draft(author, "k"), await draft(author, "l"), await draft(await anAuthor(), "k")].map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(3);
  });

  it("at the same moment is made by one, and answered to all", async () => {
    const author = await anAuthor();
    const made = await Promise.all(Array.from({ length: 5 }, () => draft(author, "k")));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await inAll()).toBe(1);
  });

  it("is found again where the server died over its answer", async () => {
    const author = await anAuthor();
    const open = engine();
    installEngine({
      ...open,
      transaction: async (work, entry) => (await open.transaction(work, entry), Promise.reject(new Error("killed"))),
    });
    const made = await draft(author, "k");
    installEngine(open);
    expect((await draft(author, "k")).id).toBe(made.id);
    expect(await inAll()).toBe(1);
  });

  it("can be tried again after a refusal", async () => {
    const author = await anAuthor();
    expect((await refusal(draft(author, "k", "a", " "))).code).toBe("invalid");
    expect((await draft(author, "k")).title).toBe("Draft");
    for (const key of ["", "k".repeat(256)]) expect((await refusal(draft(author, key))).code).toBe("invalid");
  });
});
