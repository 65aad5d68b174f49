import { AppError } from "../../../core/errors";
import type { Context } from "../../../core/operation";
import type { ForeignRecord, Unread } from "../records";
import { Bodies } from "./bodies";
import { type Group, isRead, recordsIn, titleOf } from "./groups";
import { Media } from "./media";
import { notedAmong, noteWhole } from "./memory";
import { planJournal } from "./notes";
import { goOnCounting } from "./numbers";
import type { OldSite } from "./old-site";
import { Others } from "./others";
import { isFatal, reasonOf } from "./reasons";
import { planUser } from "./people";
import { renderComments, writeComments } from "./replies";
import type { Run } from "./run";
import { Terms } from "./terms";
import { type Plan, Texts, type Written } from "./texts";
import type { Writer } from "./writer";

type Noted = Awaited<ReturnType<typeof notedAmong>>;
type Work = (context: Context) => Promise<string[]>;

/** Writes groups of records: reads and renders first, then stores all of them in one transaction. */
export class Batches {
  readonly #texts: Texts;
  readonly #terms: Terms;
  readonly #others: Others;
  readonly #bodies: Bodies;
  readonly #media: Media;
  /** Records of the source by kind and identifier, to find those that come twice. */
  readonly #seen = new Set<string>();
  done = 0;

  constructor(
    private readonly run: Run,
    private readonly writer: Writer,
    site: OldSite,
  ) {
    const media = new Media(run, site, writer);
    this.#media = media;
    this.#bodies = new Bodies(site, media);
    this.#texts = new Texts(run, this.#bodies);
    this.#terms = new Terms(run, this.#bodies);
    this.#others = new Others(run, this.#bodies, media, site);
  }

  /** Writes a batch; where it cannot be stored as a whole, each group by itself. Returns whether all of it was written. */
  async write(groups: readonly Group[], signal?: AbortSignal): Promise<boolean> {
    const records = groups.flatMap(recordsIn);
    const { id } = this.run.facts;
    const noted: Noted = id === null ? new Map<string, never>() : await notedAmong(this.run.reader(), id, records);
    const works: { group: Group; work: Work }[] = [];
    let isWhole = true;
    await this.#foresee(groups, noted);
    for (const group of groups) {
      // Fetching what a batch shows may take minutes: a batch that is stopped ends with what is here.
      isWhole = !(signal?.aborted && this.run.facts.choices.fetchMedia);
      if (!isWhole) break;
      const work = await this.#prepare(group, noted);
      this.done += recordsIn(group).length;
      if (work) works.push({ group, work });
    }
    if (works.length === 0) return isWhole;
    try {
      await this.#store(
        works.map(({ work }) => work),
        works.flatMap(({ group }) => recordsIn(group)).length,
      );
    } catch (error) {
      if (isFatal(error)) throw error;
      this.#terms.takeBack();
      for (const { group } of works) if (group.head) this.#seen.delete(`${group.head.kind} ${group.head.source}`);
      for (const { group } of works) await this.#storeAlone(group, noted);
    }
    return isWhole;
  }

  /** Ends what is on its way from the old site. */
  close(): void {
    this.#media.close();
  }

  /** Says which files the records that are new here show. */
  async #foresee(groups: readonly Group[], noted: Noted): Promise<void> {
    const { run } = this;
    if (!run.facts.choices.fetchMedia || run.facts.dryRun) return;
    const fresh: ForeignRecord[] = [];
    for (const { head } of groups)
      if (head && isRead(head) && !noted.has(`${head.kind} ${head.source}`))
        if (!(await run.recall(run.reader(), head.kind, head.source))) fresh.push(head);
    await this.#bodies.foresee(fresh);
  }

  async #store(works: readonly Work[], count: number): Promise<void> {
    await this.writer.commit(
      `${count} ${count === 1 ? "record" : "records"}`,
      async (context) => {
        const cacheKeys: string[] = [];
        for (const work of works) {
          cacheKeys.push(...(await work(context)));
          // Others of this process get a turn between two records.
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (this.run.facts.kind === "broadsheet" && !this.run.facts.dryRun) await goOnCounting(context.db);
        return cacheKeys;
      },
      this.done,
    );
  }

  async #storeAlone(group: Group, noted: Noted): Promise<void> {
    const work = await this.#prepare(group, noted);
    if (!work) return;
    try {
      await this.#store([work], recordsIn(group).length);
    } catch (error) {
      if (isFatal(error)) throw error;
      this.#terms.takeBack();
      await this.#store([(context) => this.#fail(context, group, noted, reasonOf(error))], recordsIn(group).length);
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

  /** Whether the source has had this identifier before. Comments are too many to remember all of them. */
  #isTwice({ kind, source }: ForeignRecord | Unread): boolean {
    const key = `${kind} ${source}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  /** What the transaction of a group does; null where everything of it is here already. */
  async #prepare(group: Group, noted: Noted): Promise<Work | null> {
    const { run } = this;
    const { head, target } = group;
    if (head && "base" in head) run.noteBase(head.kind, head.source, head.base);
    if (head && isRead(head))
      for (const path of head.linkedAs ?? []) run.linkedAs.set(path, `${head.kind} ${head.source}`);
    const key = target ? `${target.kind} ${target.source}` : "";
    const begun = noted.get(key);
    const isHeadDone = head === null || this.#isNoted(noted, head) || begun !== undefined;
    const comments = group.comments.filter((record) => !this.#isNoted(noted, record));
    const unread = group.unread.filter((record) => !this.#isNoted(noted, record));
    if (isHeadDone && comments.length === 0 && unread.length === 0 && (begun?.isWhole ?? true)) {
      if (head) this.#isTwice(head);
      return null;
    }
    if (head && isHeadDone) this.#isTwice(head);
    const plan = isHeadDone ? null : await this.#plan(head);
    const rendered = await renderComments(comments);
    const isWhole = !group.goesOn;
    return async (context) => {
      const cacheKeys: string[] = [];
      let id: number | null = null;
      if (plan) {
        const written = await plan(context, { isWhole }).catch((error: unknown) => this.#refused(context, head, error));
        id = written.id;
        cacheKeys.push(...written.cacheKeys);
      } else if (target) id = await run.idOf(context.db, target.kind, target.source);
      cacheKeys.push(...(await writeComments(run, context, rendered, id)));
      for (const record of unread) await this.#noteUnread(context, record);
      const endsText =
        isWhole && !plan && target && run.facts.id !== null && (group.continues || begun?.isWhole === false);
      if (endsText && run.facts.id !== null) await noteWhole(context.db, run.facts.id, target.kind, target.source);
      return cacheKeys;
    };
  }

  /** Notes a record that was refused before anything of it was written. */
  async #refused(context: Context, record: ForeignRecord | Unread | null, error: unknown): Promise<Written> {
    if (!record || isFatal(error) || !(error instanceof AppError)) throw error;
    const { kind, source, warnings } = record;
    const noted = { kind, source, warnings, title: titleOf(record), recordId: null };
    await this.run.note(context, { ...noted, outcome: "failed", reason: reasonOf(error) });
    return { id: null, cacheKeys: [] };
  }

  async #noteUnread(context: Context, record: Unread): Promise<void> {
    const { kind, source, title, warnings } = record;
    await this.run.note(context, {
      kind,
      source,
      title,
      warnings,
      recordId: null,
      ...("skipped" in record
        ? { outcome: "skipped", reason: record.skipped }
        : { outcome: "failed", reason: record.failed }),
    });
  }

  async #plan(record: ForeignRecord | Unread): Promise<Plan> {
    if (!isRead(record))
      return async (context) => {
        await this.#noteUnread(context, record);
        return { id: null, cacheKeys: [] };
      };
    const refuse =
      (reason: string): Plan =>
      async (context) => {
        const { kind, source, warnings } = record;
        await this.run.note(context, {
          kind,
          source,
          outcome: "failed",
          reason,
          title: titleOf(record),
          recordId: null,
          warnings,
        });
        return { id: null, cacheKeys: [] };
      };
    if (this.#isTwice(record)) return refuse("the source has another record with this identifier");
    try {
      return await this.#planOf(record);
    } catch (error) {
      if (isFatal(error) || !(error instanceof AppError)) throw error;
      return refuse(reasonOf(error));
    }
  }

  async #planOf(record: ForeignRecord): Promise<Plan> {
    const { run } = this;
    switch (record.kind) {
      case "user":
        return planUser(run, record, this.#bodies);
      case "category":
        return this.#terms.planCategory(record);
      case "tag":
        return this.#terms.planTag(record);
      case "attachment":
        return this.#others.planAttachment(record);
      case "post":
      case "sheet":
        return this.#texts.plan(record);
      case "journal":
        return planJournal(run, record, this.#bodies);
      case "link":
        return this.#others.planLink(record);
      case "photo":
        return this.#others.planPhoto(record);
      case "menu":
        return this.#others.planMenu(record);
      case "option":
        return this.#others.planOption(record);
      case "comment":
        throw new Error("a comment is written with its text");
    }
  }
}
