import { setTimeout as pause } from "node:timers/promises";
import { system } from "../../core/access";
import { invalid } from "../../core/errors";
import { engine } from "../../core/operation";
import type { JobRun } from "../../services/jobs/running";
import { storePart, storeRenderings } from "./mutations";
import { BATCH, countRows, type Renewal, renewalOf, type Row, rowsAfter, rowsWith, showing } from "./queries";
import { renewedTexts, withPresentPictures } from "./rendering";
import { renewKept } from "./kept";
import { stores } from "./stores";

type Run = Pick<JobRun, "signal" | "progress" | "log">;
/** How a renewal goes on; `rest` is called after each part with the milliseconds that it took. */
type Course = Pick<Run, "log"> & { onPart: (store: number) => void; rest: (worked: number) => Promise<void> };

const actor = { ...system, name: "the server" };

/** Renews all tables batch by batch, from where it was stopped. Returns the number of changed texts. */
async function renew(name: Renewal["name"], { onPart, rest, log }: Course): Promise<number> {
  let count = 0;
  for (
    let renewal = await renewalOf(engine().reader, name);
    renewal && !renewal.done;
    renewal = await renewalOf(engine().reader, name)
  ) {
    const begun = performance.now();
    const { place, reached } = renewal;
    const index = Math.max(
      0,
      stores.findIndex(({ name }) => name === place),
    );
    const store = stores[index];
    if (!store) throw new Error("there is nothing to renew");
    const rows = await rowsAfter(store, engine().reader, reached);
    onPart(index);
    const items = name === "texts" ? await renewedTexts(store, rows, { log }) : [];
    const changed = await storePart(actor, {
      name,
      table: store.name,
      items,
      ids: rows.map(({ id }) => id),
      reached: rows.at(-1)?.id ?? 0,
      next: stores[index + 1]?.name ?? null,
    });
    count += changed.count;
    await rest(performance.now() - begun);
  }
  return count;
}

/** Renews first references, since deletions of files wait for these, then texts, those of deleted records included. */
export async function renewTexts({ signal, progress, log }: Run): Promise<void> {
  const course: Course = {
    log,
    onPart: (store) => {
      signal.throwIfAborted();
      progress(store, stores.length);
    },
    // Pauses for as long as the part took, so that visitors are answered meanwhile.
    rest: (worked) => pause(worked, undefined, { signal }),
  };
  await renew("references", course);
  let count = await renewKept(course);
  count += await renew("texts", course);
  // What was deleted meanwhile.
  count += await renewKept(course);
  progress(stores.length, stores.length);
  log(`${count} texts were rendered again.`);
}

/**
 * Renders all texts of a site that nobody has opened yet, since its HTML may have been written by anybody. Returns a line
 * for each text of which only the words are left.
 */
export async function renewForeign(onProgress: (done: number, total: number) => void): Promise<string[]> {
  const { reader } = engine();
  const withTexts = stores.filter(({ texts }) => texts.length > 0);
  const total = await countRows(withTexts, reader);
  const lines: string[] = [];
  const course = { isForeign: true, log: (line: string) => void lines.push(line), rest: async () => undefined };
  let done = 0;
  await renewKept(course);
  for (const store of withTexts) {
    const unclear = () => invalid("file", "invalid", `The rows of ${store.name} have numbers that nobody gave.`);
    for (let after: number | null = null; ;) {
      const rows: Row[] = await rowsAfter(store, reader, after);
      // Rounded, a number would lead past the next one.
      if (!rows.every(({ id }) => Number.isSafeInteger(id))) throw unclear();
      const items = await renewedTexts(store, rows, course);
      if (items.length > 0 && (await storeRenderings(actor, { table: store.name, items })).count < items.length)
        throw unclear();
      onProgress((done += rows.length), total);
      const last = rows.at(-1)?.id;
      if (last === undefined) break;
      if (last === after) throw unclear();
      after = last;
    }
  }
  return lines;
}

/** Brings the texts that show a picture to its current version, batch by batch; texts that are current stay. */
export async function renewPictures({ folder }: { folder: string }, { signal, log }: Run): Promise<void> {
  let count = 0;
  for (const store of stores) {
    const fields = store.texts.map(({ html }) => html);
    if (store.kind === null || fields.length === 0) continue;
    for (let after = 0; ;) {
      signal.throwIfAborted();
      const ids = await showing(engine().reader, { kind: store.kind, folder, fields, after });
      const items = await withPresentPictures(store, await rowsWith(store, engine().reader, ids));
      if (items.length > 0) count += (await storeRenderings(actor, { table: store.name, items })).count;
      after = ids.at(-1) ?? after;
      if (ids.length < BATCH) break;
    }
  }
  log(`${count} texts show the present version now.`);
}
