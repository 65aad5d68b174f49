import { setTimeout as pause } from "node:timers/promises";
import { system } from "../core/access";
import { engine } from "../core/operation";
import type { JobRun } from "../jobs/running";
import { storePart, storeRenderings } from "./mutations";
import { BATCH, type Renewal, renewalOf, rowsAfter, rowsWith, showing } from "./queries";
import { renewedTexts, withPresentPictures } from "./rendering";
import { stores } from "./stores";

type Run = Pick<JobRun, "signal" | "progress" | "log">;

const actor = { ...system, name: "the server" };

/** Goes through all stores, batch by batch, and on where it was stopped, as each batch notes. Answers how many texts changed. */
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
    // Whoever visits the site meanwhile has as much of the time.
    await pause(performance.now() - begun, undefined, { signal });
  }
  return count;
}

/** Brings what earlier versions stored up to date: first what records lead to, as deletions of files wait for that, then the texts. */
export async function renewTexts(run: Run): Promise<void> {
  await renew("references", run);
  const count = await renew("texts", run);
  run.progress(stores.length, stores.length);
  run.log(`${count} texts were written anew.`);
}

/** Brings the texts that show a picture to its present version, batch by batch; what is done already stays as it is. */
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
