import fc from "fast-check";
import { desc } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { DomainEvent } from "../lib/core/events";
import { engine } from "../lib/core/operation";
import { freshDatabase, stored } from "../lib/testing/setup";
import { events } from "./schema";

beforeEach(() => freshDatabase());

const event: DomainEvent = {
  operation: "wave",
  actorId: 1,
  actorName: "eve",
  subject: null,
  summary: "",
  cacheKeys: [],
};

async function isKept(texts: Pick<DomainEvent, "actorName" | "subject" | "summary" | "cacheKeys">): Promise<void> {
  const given = { ...event, ...texts };
  await engine().transaction(
    async () => undefined,
    () => given,
  );
  const [last] = await stored().select().from(events).orderBy(desc(events.id)).limit(1);
  expect(last).toMatchObject(given);
}

it.each([
  `O'Neil's \\ "line"`,
  "'); delete from events; --",
  "$1 $2 $10 $$ $tag$",
  "two\nlines\tand \\n none",
  "E'\\x41'",
  "{a,b} null",
  "",
])("the audit log keeps %j as it is", (text) =>
  isKept({ actorName: text, subject: text, summary: text, cacheKeys: [text] }),
);

it("the audit log keeps any text as it is", async () => {
  const text = fc
    .string({
      unit: fc.oneof(fc.constantFrom("'", "\\", "$", "1", "\n", "%", "?", ":", '"'), fc.string({ unit: "grapheme" })),
    })
    .filter((written) => !written.includes("\0"));
  await fc.assert(
    fc.asyncProperty(text, fc.option(text), fc.array(text), async (summary, subject, cacheKeys) =>
      isKept({ actorName: summary, subject, summary, cacheKeys }),
    ),
    { numRuns: 100 },
  );
});
