import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { events, tags } from "../../db/schema";
import { visitor } from "../testing/actors";
import { refusal } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import type { Actor } from "./access";
import { changePace, ownLines } from "./change-pace";
import { AppError } from "./errors";
import { type DomainEvent, subscribe } from "./events";
import { mutation, query } from "./operation";
import { collectReads, noteReads, noteVisit } from "./cache-keys";

beforeEach(async () => void (await freshDatabase()));

const editor: Actor = { ...visitor, id: 1, role: "EDITOR", name: "eve" };
const steps: string[] = [];
const step = <T>(name: string, value: T): T => {
  steps.push(name);
  return value;
};

const row = (name: string) => ({ name, slug: name, color: "red", createTime: new Date(), updateTime: new Date() });
const makeTag = mutation("makeTag", {
  can: "manage taxonomy",
  input: z.strictObject({
    name: z
      .string()
      .min(1)
      .transform((name) => step("parse", name)),
    answer: z.unknown().optional(),
    quiet: z.boolean().optional(),
  }),
  output: z.object({ name: z.string() }),
  gate: async () => step("gate", undefined),
  prepare: async ({ name }) => step("prepare", `prepared ${name}`),
  touches: ({ name }, output) => ["tags", `tag:${name}:${output.name}`],
  about: ({ name }) => ({ subject: `tag:${name}`, summary: "made" }),
  silent: ({ quiet }) => quiet === true,
  run: async ({ db, actor, now }, { name, answer }, prepared) => {
    steps.push(`run ${actor.name} ${now instanceof Date} ${prepared}`);
    await db.insert(tags).values(row(name));
    return (answer ?? { name, secret: "leaves with nobody" }) as { name: string };
  },
});

const listenTo = async (work: () => Promise<unknown>): Promise<DomainEvent[]> => {
  const heard: DomainEvent[] = [];
  const stop = subscribe((event) => heard.push(event));
  await work().catch(() => undefined);
  stop();
  return heard;
};

describe("a mutation", () => {
  it("goes step by step: role, gate, input, preparation, transaction, answer, event", async () => {
    steps.length = 0;
    const heard = await listenTo(async () => expect(await makeTag(editor, { name: "a" })).toEqual({ name: "a" }));
    expect(steps).toEqual(["gate", "parse", "prepare", "run eve true prepared a"]);
    const event = {
      operation: "makeTag",
      actorId: 1,
      actorName: "eve",
      subject: "tag:a",
      summary: "made",
      cacheKeys: ["tags", "tag:a:a"],
    };
    expect(heard).toEqual([event]);
    expect(await stored().select().from(events)).toMatchObject([event]);
    expect([makeTag.title, makeTag.kind, makeTag.can]).toEqual(["makeTag", "mutation", "manage taxonomy"]);
  });

  it("stores what is given beside it with its answer, or neither", async () => {
    await makeTag(
      editor,
      { name: "a" },
      async (db, answer) => void (await db.insert(tags).values(row(`beside ${answer.name}`))),
    );
    await expect(makeTag(editor, { name: "b" }, async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect((await stored().select().from(tags)).map(({ name }) => name)).toEqual(["a", "beside a"]);
    expect(await stored().select().from(events)).toHaveLength(1);
  });

  it("does nothing for those who may not, whatever they send", async () => {
    steps.length = 0;
    for (const [actor, code] of [
      [visitor, "unauthenticated"],
      [{ ...editor, role: "AUTHOR" } as Actor, "forbidden"],
    ] as const)
      expect(await refusal(makeTag(actor, { wrong: 1 } as never))).toMatchObject({ code });
    expect(steps).toEqual([]);
  });

  it("stops at an input that is refused", async () => {
    steps.length = 0;
    expect(await refusal(makeTag(editor, { name: "", more: 1 } as never))).toMatchObject({
      code: "invalid",
      extra: { errors: [{ field: "name" }, { field: "more", code: "unknown" }] },
    });
    expect(steps.filter((name) => name.startsWith("run") || name === "prepare")).toEqual([]);
  });

  it("whose answer is not as described is our fault, and is rolled back unheard", async () => {
    const heard = await listenTo(() => makeTag(editor, { name: "a", answer: { name: 7 } }));
    expect(heard).toEqual([]);
    expect(await refusal(makeTag(editor, { name: "b", answer: {} }))).toMatchObject({ code: "internal", status: 500 });
    expect([await stored().select().from(tags), await stored().select().from(events)]).toEqual([[], []]);
  });

  it("that is silent leaves no row but drops what became stale", async () => {
    const heard = await listenTo(() => makeTag(editor, { name: "a", quiet: true }));
    expect(heard.map((event) => event.cacheKeys)).toEqual([["tags", "tag:a:a"]]);
    expect(await stored().select().from(events)).toEqual([]);
  });

  it("that anybody can make all day asks for its line and its room at once, and is counted once it is made", async () => {
    const asked: string[] = [];
    const counted: string[] = [];
    let letGo = () => {};
    const all = new Promise<void>((resolve) => void (letGo = resolve));
    const ask = async (what: string) => {
      asked.push(what);
      if (asked.length === 2) letGo();
      await all;
    };
    changePace.provide(() => ask("room"));
    ownLines.provide({
      take: async (_actor, sort) => {
        await ask(sort);
        return false;
      },
      count: (_actor, sort) => void counted.push(sort),
    });
    const often = mutation("wave", {
      can: "manage taxonomy",
      counted: "waves",
      input: z.strictObject({ fail: z.boolean() }),
      output: z.null(),
      touches: () => [],
      run: async (_context, { fail }) => {
        if (fail) throw new AppError("conflict", "No.");
        return null;
      },
    });
    await often(editor, { fail: false });
    expect([asked.toSorted(), counted]).toEqual([["room", "waves"], ["waves"]]);
    expect(await refusal(often(editor, { fail: true }))).toMatchObject({ code: "conflict" });
    expect(counted).toEqual(["waves"]);
    expect(await stored().select().from(events)).toEqual([]);
  });
});

describe("a query", () => {
  const count = query("countTags", {
    can: "be signed in",
    input: z.strictObject({ fail: z.boolean().optional() }),
    output: z.object({ total: z.int() }),
    reads: (_input, output) => [output ? `total:${output.total}` : "failed"],
    run: async ({ db }, { fail }) => {
      if (fail) throw new AppError("not_found", "Nothing.");
      return { total: (await db.select().from(tags)).length, more: "x" };
    },
  });

  it("answers what is described, and notes what it read, also where it failed", async () => {
    const { result, scope } = await collectReads(() => count(editor, {}));
    expect([result, [...scope.cacheKeys]]).toEqual([{ total: 0 }, ["total:0"]]);
    const failed = await collectReads(() => count(editor, { fail: true }).catch(() => "caught"));
    expect([failed.result, [...failed.scope.cacheKeys]]).toEqual(["caught", ["failed"]]);
  });

  it("notes nothing for those who may not, and nothing outside of an answer being made", async () => {
    const { scope } = await collectReads(() => count(visitor, {}).catch(() => undefined));
    expect([...scope.cacheKeys]).toEqual([]);
    noteReads(["nowhere"]);
    noteVisit("post:1");
  });

  it("keeps two answers made at once apart", async () => {
    const make = (cacheKey: string, ms: number) =>
      collectReads(async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        noteReads([cacheKey]);
        noteVisit(`post:${ms}`);
      });
    const scopes = await Promise.all([make("a", 8), make("b", 2)]);
    expect(scopes.map(({ scope }) => [[...scope.cacheKeys], scope.visitOf])).toEqual([
      [["a"], "post:8"],
      [["b"], "post:2"],
    ]);
  });
});
