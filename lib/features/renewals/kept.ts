import { tableNamed } from "../../../db";
import type { KeptRows } from "../../../db/schema/removals";
import { system } from "../../core/access";
import { invalid } from "../../core/errors";
import { engine } from "../../core/operation";
import { keptAfter, partAfter, storeKept, storePart } from "../removals/renewing";
import { keptPart, keptRecord } from "../removals/schema";
import type { Row } from "./queries";
import { renewedTexts } from "./rendering";
import { type Store, stores } from "./stores";

type Course = {
  log: (line: string) => void;
  isForeign?: boolean;
  rest: (worked: number) => Promise<void>;
};

const actor = { ...system, name: "the server" };

const placesOf = (name: string, columns: readonly string[]): number[] =>
  columns.flatMap((each, at) => (each === name ? [at] : []));

/** Writes the texts among kept rows anew; returns how many were stored differently. */
async function renewRows(store: Store | undefined, { columns, rows }: KeptRows, { rest, ...course }: Course) {
  if (!store || store.texts.length === 0) return 0;
  let count = 0;
  for (const row of rows) {
    const begun = performance.now();
    for (const { html } of store.texts)
      for (const at of placesOf(html, columns))
        // No list either, which a database makes a text of in its own way.
        if (typeof row[at] !== "string" && row[at] !== null) row[at] = "";
    // As it is put back: where a column is named twice, its last value counts.
    const named = Object.fromEntries(columns.map((name, at) => [name, row[at]])) as Row;
    for (const { column, html, derived } of await renewedTexts(store, [named], course)) {
      for (const [name, value] of Object.entries({ ...derived, [column]: html }))
        for (const at of placesOf(name, columns)) row[at] = value;
      count += 1;
    }
    await rest(performance.now() - begun);
  }
  return count;
}

// Names that are no texts would be overlooked here, and understood when it is put back.
const unlike = (what: string) => invalid("file", "invalid", `${what} is not kept as this program keeps it.`);

async function renewRecords(course: Course): Promise<number> {
  let count = 0;
  for (let after: number | null = null; ;) {
    const kept: Awaited<ReturnType<typeof keptAfter>> = await keptAfter(engine().reader, after);
    if (!kept) return count;
    const { id, kind, record } = kept;
    if (course.isForeign && !keptRecord.safeParse({ id, record }).success)
      throw unlike(`What was deleted under the number ${id}`);
    const own = stores.find((store) => store.kind === kind);
    const changed = await renewRows(own, record.own, course);
    if (changed > 0) await storeKept(actor, { id, record });
    count += changed;
    after = id;
  }
}

async function renewParts(course: Course): Promise<number> {
  let count = 0;
  for (let after: number | null = null; ;) {
    const kept: Awaited<ReturnType<typeof partAfter>> = await partAfter(engine().reader, after);
    if (!kept) return count;
    const { id, part } = kept;
    if (course.isForeign && !keptPart.safeParse(kept).success)
      throw unlike(`What was deleted with others, in the part ${id},`);
    const table: unknown = tableNamed(part.table);
    const store = stores.find((each) => each.table === table);
    const changed = await renewRows(store, part, course);
    if (changed > 0) await storePart(actor, { id, part });
    count += changed;
    after = id;
  }
}

/** Renews the texts of deleted records, which somebody may put back. Returns their number. */
export const renewKept = async (course: Course): Promise<number> =>
  (await renewRecords(course)) + (await renewParts(course));
