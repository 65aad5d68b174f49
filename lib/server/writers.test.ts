import { beforeEach, expect, it } from "vitest";
import { Mutex } from "../../db/mutex";
import { reply } from "../api/app";
import { refreshTokens } from "../features/accounts/sign-in/mutations";
import { createPersonalToken } from "../features/accounts/tokens/personal-tokens";
import { type Engine, installEngine } from "../core/operation";
import { Turns } from "../core/turns";
import { createTag } from "../features/taxonomy/tags/mutations";
import { anAdmin, anAuthor, anEditor, visitor } from "../testing/actors";
import { freshDatabase } from "../testing/setup";
import { provideFeatures } from "./features";

/** A database whose transactions take a moment, one after the other, first come, first served. */
beforeEach(async () => {
  const open = await freshDatabase();
  const line = new Mutex();
  const transaction: Engine["transaction"] = (...given) =>
    line.run(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return open.transaction(...given);
    });
  installEngine({ ...open, transaction });
  provideFeatures();
});

/** A program that sends tokens which are none: only a transaction tells. */
const junkFrom = (ip: string) => refreshTokens({ ...visitor, ip }, { refreshToken: "none" });

it("whoever has thousands written keeps only themselves waiting", async () => {
  const [author, admin] = [await anAuthor(), await anAdmin()];
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const crowd = Array.from({ length: 300 }, () => junkFrom("192.0.2.1").catch(note("crowd")));
  await Promise.all([
    createPersonalToken(author, { name: "One", scopes: ["content:read"] }).then(note("author")),
    createPersonalToken(admin, { name: "Two", scopes: ["content:read"] }).then(note("admin")),
    junkFrom("192.0.2.2").catch(note("newcomer")),
  ]);
  expect(ended.filter((name) => name !== "crowd").toSorted()).toEqual(["admin", "author", "newcomer"]);
  expect(ended.length).toBeLessThan(20);
  await Promise.all(crowd);
});

it("what has a turn of the public API does not wait behind all else that its network has written", async () => {
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const crowd = Array.from({ length: 300 }, () => junkFrom("192.0.2.1").catch(note("crowd")));
  const body = JSON.stringify({ email: "jane@example.org" });
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  const wish = new Request("http://localhost/api/content/followers", { method: "POST", headers, body });
  const turns = new Turns({ atOnce: 4, mostWaiting: 500, retryAfter: 5 });
  const inTurn = <T>(make: () => Promise<T>) => turns.take("192.0.2.1", make);
  const { status } = await reply(wish, { ip: "192.0.2.1", requestId: "one", log: () => undefined, inTurn });
  expect([status, ended.length < 20]).toEqual([403, true]);
  await Promise.all(crowd);
});

it("what programs of authors ask of the dashboard is made in turns", async () => {
  const author = await anAuthor();
  const { token } = await createPersonalToken(author, { name: "One", scopes: ["admin"] });
  const ask = async (path: string, authorization?: string) => {
    let turns = 0;
    const inTurn = <T>(make: () => Promise<T>) => ((turns += 1), make());
    const headers = { ...(authorization && { authorization }) };
    const client = { ip: "192.0.2.1", requestId: "one", log: () => undefined, inTurn };
    const { status } = await reply(new Request(`http://localhost/api/admin/${path}`, { headers }), client);
    return [status, turns];
  };
  expect(await ask("posts", `Bearer ${token}`)).toEqual([200, 1]);
  expect(await ask("posts")).toEqual([401, 0]);
  const editors = await createPersonalToken(await anEditor(), { name: "One", scopes: ["admin"] });
  expect(await ask("posts", `Bearer ${editors.token}`)).toEqual([200, 0]);
});

it("of a crowd that is too large the last are refused, and nobody else", async () => {
  const author = await anAuthor();
  const crowd = Array.from({ length: 700 }, () => junkFrom("192.0.2.1").catch((error: unknown) => error));
  await createPersonalToken(author, { name: "One", scopes: ["content:read"] });
  const codes = (await Promise.all(crowd)).map((error) => (error as { code: string }).code);
  expect(codes.filter((code) => code === "unavailable").length).toBeGreaterThan(190);
  expect(codes.filter((code) => code === "unauthenticated").length).toBeGreaterThan(490);
});

it("whatever a program of the staff sends at once is written", async () => {
  const admin = await anAdmin();
  const sent = Array.from({ length: 700 }, (_, i) => createTag(admin, { name: `Tag ${i}` }));
  expect((await Promise.allSettled(sent)).filter(({ status }) => status === "rejected")).toEqual([]);
});
