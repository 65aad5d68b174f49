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

type Texts = Pick<DomainEvent, "actorName" | "subject" | "summary" | "cacheKeys">;

/** What stands in the log of a change with these texts. */
async function logged(texts: Texts) {
  await engine().transaction(
    async () => undefined,
    () => ({ ...event, ...texts }),
  );
  const [last] = await stored().select().from(events).orderBy(desc(events.id)).limit(1);
  return last;
}

it.each([
  `O'Neil's \\ "line"`,
  "'); delete from events; --",
  "$1 $2 $10 $$ $tag$",
  "two\nlines\tand \\n none",
  "E'\\x41'",
  "{a,b} null",
  "",
])("the audit log keeps %j as it is", async (text) => {
  const texts = { actorName: text, subject: text, summary: text, cacheKeys: [text] };
  expect(await logged(texts)).toMatchObject(texts);
});

it("the audit log keeps any text as it is", async () => {
  const signs = fc.constantFrom("'", "\\", "$", "1", "\n", "%", "?", ":", '"');
  const text = fc
    .string({ unit: fc.oneof(signs, fc.string({ unit: "grapheme" })) })
    .filter((written) => !written.includes("\0"));
  await fc.assert(
    fc.asyncProperty(text, fc.option(text), fc.array(text), async (summary, subject, cacheKeys) => {
      const texts = { actorName: summary, subject, summary, cacheKeys };
      expect(await logged(texts)).toMatchObject(texts);
    }),
    { numRuns: 100 },
  );
});
