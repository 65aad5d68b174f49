import { setTimeout as pause } from "node:timers/promises";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import type { JobRun } from "../../services/jobs/running";
import { storePart, storeRenderings } from "./mutations";
import { BATCH, type Renewal, renewalOf, rowsAfter, rowsWith, showing } from "./queries";
import { renewedTexts, withPresentPictures } from "./rendering";
import { renewKept } from "./kept";
import { stores } from "./stores";

type Run = Pick<JobRun, "signal" | "progress" | "log">;

const actor = { ...system, name: "the server" };

/** Renews all tables batch by batch, from where it was stopped. Returns the number of changed texts. */
async function renew(name: Renewal["name"], { signal, progress, log }: Run): Promise<number> {
  let count = 0;
  for (
    let renewal = await renewalOf(engine().reader, name);
    renewal && !renewal.done;
    renewal = await renewalOf(engine().reader, name)
  ) {
    signal.throwIfAborted();
    const begun = performance.now();
    const { place, reached } = renewal;
    const index = Math.max(
      0,
      stores.findIndex(({ name }) => name === place),
    );
    const store = stores[index];
    if (!store) throw new Error("there is nothing to renew");
    progress(index, stores.length);
    const rows = await rowsAfter(store, engine().reader, reached);
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
    // Pauses for as long as the batch took, so that visitors are answered meanwhile.
    await pause(performance.now() - begun, undefined, { signal });
  }
  return count;
}

/** Renews first references, since deletions of files wait for these, then texts, those of deleted records included. */
export async function renewTexts(run: Run): Promise<void> {
  await renew("references", run);
  // Leaves visitors as much time.
  const rest = (worked: number) => pause(worked, undefined, { signal: run.signal });
  const kept = () => renewKept({ ...run, pause: rest });
  let count = await kept();
  count += await renew("texts", run);
  // What was deleted meanwhile.
  count += await kept();
  run.progress(stores.length, stores.length);
  run.log(`${count} texts were rendered again.`);
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
