import { getTableName, is, Table } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import * as schema from "../../db/schema";
import { subscribe } from "../core/events";
import { engine, installEngine } from "../core/operation";
import { asOwnRequest } from "../core/own-request";
import { aCategory, aPost, aTag } from "../testing/factories";
import { system } from "../testing/actors";
import { freshDatabase } from "../testing/setup";
import { provideFeatures } from "../server/features";
import { reply } from "./app";
import { managedLists, rehearsals } from "./rehearsal";
import { routes } from "./routes";

provideFeatures();

const client = { ip: null, requestId: "own", log: () => undefined };
const ask = (path: string, init: RequestInit = {}) => reply(new Request(`http://localhost${path}`, init), client);

/** The number of rows of each table. */
async function rows(): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const table of Object.values(schema))
    if (is(table, Table)) counted[getTableName(table)] = await engine().reader.$count(table);
  return counted;
}

beforeEach(async () => void (await freshDatabase()));

describe("a rehearsal", () => {
  it("creates whatever tokens for content may create, and leaves nothing", async () => {
    await aCategory();
    await aTag();
    const before = await rows();
    const told: string[] = [];
    subscribe(({ operation }) => told.push(operation));
    const given = engine();
    const ends: string[] = [];
    installEngine({
      ...given,
      transaction: (work, entry) =>
        given.transaction(work, entry).catch((error: unknown) => {
          ends.push(error instanceof Error ? error.message : "");
          throw error;
        }),
    });
    for (const rehearse of rehearsals) await rehearse();
    // Comments are beside a record that this site does not have.
    expect(ends.filter((end) => end === "This was a rehearsal.").length).toBeGreaterThanOrEqual(7);
    expect(await rows()).toEqual(before);
    expect(told).toEqual([]);
  });

  it("is no failure on a site without anything", async () => {
    for (const rehearse of rehearsals) await expect(rehearse()).resolves.toBeUndefined();
  });
});

describe("a request of the program to itself", () => {
  it("is answered by each list that is managed over the API", async () => {
    expect(managedLists.length).toBeGreaterThan(20);
    for (const path of managedLists) {
      expect([path, (await ask(path)).status]).toEqual([path, 401]);
      // Some are the caller's own, and the program has none.
      const { status } = await asOwnRequest(() => ask(path));
      expect({ path, isAnswered: [200, 403, 404].includes(status) }).toEqual({ path, isAnswered: true });
    }
    expect((await asOwnRequest(() => ask("/api/admin/posts"))).status).toBe(200);
  });

  it("reads what is public as everybody does, and changes nothing", async () => {
    const { id } = await aPost(system, { title: "Mine", status: "INTIMATE" });
    const found = await asOwnRequest(() => ask("/api/content/posts"));
    expect(JSON.parse(found.body ?? "")).toEqual([]);
    expect((await asOwnRequest(() => ask(`/api/content/posts/${id}`))).status).toBe(404);
    for (const { method, path } of routes.filter(
      (route) => route.method !== "GET" && route.path.startsWith("/admin/"),
    )) {
      if (path.startsWith("/admin/login") || path.startsWith("/admin/registration")) continue;
      const { status } = await asOwnRequest(() => ask(`/api${path.replace(/\{\w+\}/g, "1")}`, { method }));
      expect({ method, path, isRefused: status >= 400 }).toEqual({ method, path, isRefused: true });
    }
  });
});
