import { AppError } from "../../../core/errors";
import { giveWay } from "../../../core/giving-way";
import type { Context } from "../../../core/operation";
import type { ForeignRecord, Unread } from "../records";
import { type Group, isRead, recordsIn, titleOf } from "./groups";
import { notedAmong } from "./memory";
import { goOnCounting } from "./numbers";
import type { OldSite } from "./old-site";
import { isFatal, reasonOf } from "./reasons";
import { type Rendered, renderComments, writeComments } from "./replies";
import type { Run } from "./run";
import { type Noted, noteUnread, Plans } from "./plans";
import type { Plan, Written } from "./plan";
import type { Writer } from "./writer";

type Work = (context: Context) => Promise<string[]>;
type Ready = { group: Group; work: Work };

/** Milliseconds after which a transaction takes no further group: others who want to write wait for it. */
const LONGEST_MS = 50;
/** Groups that are rendered while the next ones are read; whoever saves a text meanwhile waits for as many at most. */
const AHEAD = 4;

/** Writes groups of records: reads and renders first, then stores as many as one transaction has time for. */
export class Batches {
  readonly #plans: Plans;
  done = 0;

  constructor(
    private readonly run: Run,
    private readonly writer: Writer,
    site: OldSite,
  ) {
    this.#plans = new Plans(run, site, writer);
  }

  /** Writes a batch; where it cannot be stored as a whole, each group by itself. Returns whether all of it was written. */
  async write(groups: readonly Group[], signal?: AbortSignal): Promise<boolean> {
    const records = groups.flatMap(recordsIn);
    const { id } = this.run.facts;
    const noted: Noted = id === null ? new Map<string, never>() : await notedAmong(this.run.reader(), id, records);
    const coming: { group: Group; work: Promise<Work> }[] = [];
    let isWhole = true;
    await this.#plans.foresee(groups, noted);
    for (const group of groups) {
      // Fetching what a batch shows may take minutes: a batch that is stopped ends with what is here.
      isWhole = !(signal?.aborted && this.run.facts.choices.fetchMedia);
      if (!isWhole) break;
      await giveWay();
      const rendering = await this.#prepare(group, noted);
      if (!rendering) {
        this.done += recordsIn(group).length;
        continue;
      }
      const work = rendering();
      // It is awaited below, where what fails is told.
      work.catch(() => undefined);
      coming.push({ group, work });
      await coming.at(-AHEAD)?.work;
    }
    let ready: Ready[] = [];
    for (const { group, work } of coming) ready.push({ group, work: await work });
    while (ready.length > 0) ready = await this.#storeSome(ready, noted);
    return isWhole;
  }

  /** Ends what is on its way from the old site. */
  close(): void {
    this.#plans.close();
  }

  /** Stores the first groups, as many as there is time for; each by itself where one is refused. Returns the others. */
  async #storeSome(ready: readonly Ready[], noted: Noted): Promise<Ready[]> {
    const tried: Group[] = [];
    try {
      await giveWay();
      await this.#store(ready, (group) => tried.push(group));
    } catch (error) {
      if (isFatal(error)) throw error;
      this.#plans.takeBack(tried);
      for (const group of tried) await this.#storeAlone(group, noted);
    }
    return ready.slice(tried.length);
  }

  /** Stores groups in one transaction until its time is over; `begins` hears of each before it is written. */
  async #store(ready: readonly Ready[], begins: (group: Group) => unknown = () => undefined): Promise<void> {
    let count = 0;
    await this.writer.commit(async (context) => {
      const cacheKeys: string[] = [];
      const began = performance.now();
      for (const { group, work } of ready) {
        begins(group);
        cacheKeys.push(...(await work(context)));
        count += recordsIn(group).length;
        if (performance.now() - began > LONGEST_MS) break;
        // Others of this process get a turn between two records.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (this.run.facts.kind === "broadsheet" && !this.run.facts.dryRun) await goOnCounting(context.db);
      return { what: `${count} ${count === 1 ? "record" : "records"}`, cacheKeys, progressDone: this.done + count };
    });
    this.done += count;
  }

  async #storeAlone(group: Group, noted: Noted): Promise<void> {
    const rendering = await this.#prepare(group, noted);
    if (!rendering) return;
    const work = await rendering();
    try {
      await this.#store([{ group, work }]);
    } catch (error) {
      if (isFatal(error)) throw error;
      this.#plans.takeBack();
      const fail = (context: Context) => this.#fail(context, group, noted, reasonOf(error));
      await this.#store([{ group, work: fail }]);
    }
  }

  /** Notes that a group could not be stored. */
  async #fail(context: Context, group: Group, noted: Noted, reason: string): Promise<string[]> {
    for (const record of recordsIn(group)) {
      if (noted.has(`${record.kind} ${record.source}`)) continue;
      const [isHead, { kind, source, warnings }] = [record === group.head, record];
      await this.run.note(context, {
        kind,
        source,
        warnings,
        title: titleOf(record),
        recordId: null,
        ...(isHead ? { outcome: "failed", reason } : { outcome: "skipped", reason: "its text is not here" }),
      });
    }
    return [];
  }

  #isNoted(noted: Noted, { kind, source }: { kind: string; source: string }): boolean {
    return noted.get(`${kind} ${source}`)?.isWhole === true;
  }

  /** What is left to render of a group, for its transaction; null where everything of it is here already. */
  async #prepare(group: Group, noted: Noted): Promise<(() => Promise<Work>) | null> {
    const { run } = this;
    const { head, target } = group;
    if (head?.kind === "category" && isRead(head)) run.noteCategory(head);
    if (head && "base" in head) run.noteBase(head.kind, head.source, head.base);
    if (head && isRead(head))
      for (const path of head.linkedAs ?? []) run.linkedAs.set(path, `${head.kind} ${head.source}`);
    const key = target ? `${target.kind} ${target.source}` : "";
    const begun = noted.get(key);
    const isHeadDone = head === null || this.#isNoted(noted, head) || begun !== undefined;
    const comments = group.comments.filter((record) => !this.#isNoted(noted, record));
    const unread = group.unread.filter((record) => !this.#isNoted(noted, record));
    if (isHeadDone && comments.length === 0 && unread.length === 0 && (begun?.isWhole ?? true)) {
      if (head) this.#plans.isTwice(head);
      return null;
    }
    if (head && isHeadDone) this.#plans.isTwice(head);
    const rendering = isHeadDone ? null : await this.#plans.plan(head);
    const isWhole = !group.goesOn;
    const work = (plan: Plan | null, rendered: Rendered[]) => async (context: Context) => {
      const cacheKeys: string[] = [];
      let id: number | null = null;
      if (plan) {
        const written = await plan(context, { isWhole }).catch((error: unknown) => this.#refused(context, head, error));
        id = written.id;
        cacheKeys.push(...written.cacheKeys);
      } else if (target) id = await run.idOf(context.db, target.kind, target.source);
      cacheKeys.push(...(await writeComments(run, context, rendered, id)));
      for (const record of unread) await noteUnread(this.run, context, record);
      if (isWhole && !plan && target && (group.continues || begun?.isWhole === false))
        await run.noteWhole(context.db, target.kind, target.source);
      return cacheKeys;
    };
    return async () => {
      const [plan, rendered] = await Promise.all([rendering?.() ?? null, renderComments(comments)]);
      return work(plan, rendered);
    };
  }

  /**
   * Notes a record that was refused in a dry run, which writes nothing of it. Otherwise its transaction must end: a part of it
   * may be written, such as a text without the categories that protect it.
   */
  async #refused(context: Context, record: ForeignRecord | Unread | null, error: unknown): Promise<Written> {
    if (!record || !this.run.facts.dryRun || isFatal(error) || !(error instanceof AppError)) throw error;
    const { kind, source, warnings } = record;
    const noted = { kind, source, warnings, title: titleOf(record), recordId: null };
    await this.run.note(context, { ...noted, outcome: "failed", reason: reasonOf(error) });
    return { id: null, cacheKeys: [] };
  }
}
