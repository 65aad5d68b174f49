import { expect, it } from "vitest";
import { journals } from "../../../db/schema";
import { visitor } from "../../core/access";
import { engine } from "../../core/operation";
import { system } from "../../testing/actors";
import { freshDatabase } from "../../testing/setup";
import { createJournal } from "./mutations";
import { listPublicJournals } from "./queries";

const found = async (keyword: string) => (await listPublicJournals(visitor, { keyword })).total;

it("a keyword of anybody is looked for in the newest notes, so many bytes of them", async () => {
  await freshDatabase();
  const content = (i: number) => `<p>${"word ".repeat(12_000)} note${i}.</p>`;
  // 18 MB.
  const times = Array.from({ length: 300 }, (_, i) => new Date(Date.UTC(2020, 0, 1, 0, i)));
  for (let at = 0; at < times.length; at += 50)
    await engine().transaction(
      async (db) =>
        void (await db.insert(journals).values(
          times.slice(at, at + 50).map((time, i) => ({
            type: "PUBLIC" as const,
            sourceContent: "x",
            content: content(at + i),
            keepRaw: true,
            createTime: time,
            updateTime: time,
          })),
        )),
      () => null,
    );
  // Two of 60 KB have no room among 16 MiB, and neither have those before them.
  expect([await found("note0."), await found("note15."), await found("note40."), await found("note299.")]).toEqual([
    0, 0, 1, 1,
  ]);
  await createJournal(system, { sourceContent: "A heron." });
  expect(await found("heron")).toBe(1);
  expect((await listPublicJournals(visitor, { page: 301, size: 1 })).items).toHaveLength(1);
});
