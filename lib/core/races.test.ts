import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { events, tags } from "../../db/schema";
import { visitor } from "../testing/actors";
import { refusal } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import type { Actor } from "./access";
import { subscribe } from "./events";
import { mutation } from "./operation";
import { Raced } from "./races";

const editor: Actor = { ...visitor, id: 1, role: "EDITOR", name: "eve" };
const steps: string[] = [];

beforeEach(async () => {
  await freshDatabase();
  steps.length = 0;
});

/** Loses a number of races before it wins, each after it has stored something. */
const makeTag = mutation("makeTag", {
  can: "manage taxonomy",
  input: z.strictObject({ losses: z.int() }),
  output: z.object({ tries: z.int() }),
  prepare: async (_input, _actor, last?: { tries: number }) => ({ tries: (last?.tries ?? 0) + 1 }),
  touches: () => ["tags"],
  run: async ({ db, now }, { losses }, { tries }) => {
    await db
      .insert(tags)
      .values({ name: `Try ${tries}`, slug: `try-${tries}`, color: "red", createTime: now, updateTime: now });
    if (tries <= losses) throw new Raced(`try ${tries}`);
    return { tries };
  },
  cleanUp: async ({ tries }, committed) => void steps.push(`${tries} ${committed ? "kept" : "not kept"}`),
});

describe("a mutation that loses a race", () => {
  it("is prepared and run again with what it had prepared, and leaves one trace", async () => {
    const heard: string[] = [];
    const stop = subscribe(({ operation }) => heard.push(operation));
    expect(await makeTag(editor, { losses: 3 }, async () => void steps.push("beside"))).toEqual({ tries: 4 });
    stop();
    expect(steps).toEqual(["1 not kept", "2 not kept", "3 not kept", "beside", "4 kept"]);
    expect(heard).toEqual(["makeTag"]);
    expect((await stored().select().from(tags)).map(({ name }) => name)).toEqual(["Try 4"]);
    expect(await stored().select().from(events)).toHaveLength(1);
  });

  it("again and again is refused in the end, and has changed nothing", async () => {
    expect(await refusal(makeTag(editor, { losses: 1000 }))).toMatchObject({
      code: "conflict",
      extra: { reason: "saved_meanwhile" },
    });
    expect(steps.every((step) => step.endsWith("not kept"))).toBe(true);
    expect([await stored().select().from(tags), await stored().select().from(events)]).toEqual([[], []]);
  });
});
