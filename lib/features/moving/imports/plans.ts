import { AppError } from "../../../core/errors";
import type { Context } from "../../../core/operation";
import type { ForeignRecord, TextRecord, Unread } from "../records";
import { Bodies } from "./bodies";
import { type Group, isRead, titleOf } from "./groups";
import { Media } from "./media";
import type { notedAmong } from "./memory";
import { planJournal } from "./notes";
import type { OldSite } from "./old-site";
import { Others } from "./others";
import { planUser } from "./people";
import { isFatal, reasonOf } from "./reasons";
import type { Run } from "./run";
import { Terms } from "./terms";
import type { Plan, Rendering } from "./plan";
import { Texts } from "./texts";
import type { Writer } from "./writer";

type OtherRecord = Exclude<ForeignRecord, TextRecord>;
const isText = (record: ForeignRecord): record is TextRecord => record.kind === "post" || record.kind === "sheet";

export type Noted = Awaited<ReturnType<typeof notedAmong>>;

/** Notes a record that the reader itself left out. */
export async function noteUnread(run: Run, context: Context, record: Unread): Promise<void> {
  const { kind, source, title, warnings } = record;
  await run.note(context, {
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

/** Plans what the transactions of records will write, each kind in its own way. */
export class Plans {
  readonly #texts: Texts;
  readonly #terms: Terms;
  readonly #others: Others;
  readonly #bodies: Bodies;
  readonly #media: Media;
  /** Records of the source by kind and identifier, to find those that come twice. */
  readonly #seen = new Set<string>();

  constructor(
    private readonly run: Run,
    site: OldSite,
    writer: Writer,
  ) {
    const media = new Media(run, site, writer);
    this.#media = media;
    this.#bodies = new Bodies(site, media);
    this.#texts = new Texts(run, this.#bodies);
    this.#terms = new Terms(run, this.#bodies);
    this.#others = new Others(run, this.#bodies, media, site);
  }

  /** Ends what is on its way from the old site. */
  close(): void {
    this.#media.close();
  }

  /** Says which files the records that are new here show. */
  async foresee(groups: readonly Group[], noted: Noted): Promise<void> {
    const { run } = this;
    if (!run.facts.choices.fetchMedia || run.facts.dryRun) return;
    const fresh: ForeignRecord[] = [];
    for (const { head } of groups)
      if (head && isRead(head) && !noted.has(`${head.kind} ${head.source}`))
        if (!(await run.recall(run.reader(), head.kind, head.source))) fresh.push(head);
    await this.#bodies.foresee(fresh);
  }

  /** Whether the source has had this identifier before. Comments are too many to remember all of them. */
  isTwice({ kind, source }: ForeignRecord | Unread): boolean {
    const key = `${kind} ${source}`;
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  /** Forgets what a transaction that was rolled back had made of these groups. */
  takeBack(groups: readonly Group[] = []): void {
    this.#terms.takeBack();
    for (const { head } of groups) if (head) this.#seen.delete(`${head.kind} ${head.source}`);
  }

  /** Reads what a record's transaction will write. */
  async plan(record: ForeignRecord | Unread): Promise<Rendering> {
    if (!isRead(record))
      return async () => async (context) => {
        await noteUnread(this.run, context, record);
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
    const refused = (error: unknown): Plan => {
      if (isFatal(error) || !(error instanceof AppError)) throw error;
      return refuse(reasonOf(error));
    };
    if (this.isTwice(record)) return async () => refuse("the source has another record with this identifier");
    try {
      const rendering = await this.#planOf(record);
      return () => rendering().catch(refused);
    } catch (error) {
      const plan = refused(error);
      return async () => plan;
    }
  }

  async #planOf(record: ForeignRecord): Promise<Rendering> {
    if (isText(record)) return this.#texts.plan(record);
    const plan = await this.#planOther(record);
    return async () => plan;
  }

  async #planOther(record: OtherRecord): Promise<Plan> {
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
      case "journal":
        return planJournal(run, record, this.#bodies);
      case "link":
        return this.#others.planLink(record);
      case "photo":
        return this.#others.planPhoto(record);
      case "menu":
        return this.#others.planMenu(record);
      case "redirect":
        return this.#others.planRedirect(record);
      case "option":
        return this.#others.planOption(record);
      case "comment":
        throw new Error("a comment is written with its text");
    }
  }
}
