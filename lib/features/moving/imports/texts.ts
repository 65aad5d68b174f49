import { MAX_SOURCE } from "../../../text/markdown/source";
import type { Context } from "../../../core/operation";
import { AppError } from "../../../core/errors";
import type { ImportedText } from "../../writing/importing";
import type { TextRecord } from "../records";
import { addressOfNew } from "../addresses/present";
import { type Bodies, renderBody } from "./bodies";
import { datesOf } from "./dates";
import { exportedAuthor, exportedText, renderRevisions } from "./exported";
import { changedFields, checkSummary, clean, fit, metasFor, saidOf, unsaidIn } from "./fields";
import { countable, fittingMetas, storable } from "./fitting";
import { keptHidden, protecting } from "./hidden";
import type { Remembered } from "./memory";
import type { WholeRow } from "../../writing/rows";
import type { Rendering, Written } from "./plan";
import { idsOf } from "./relations";
import type { Run } from "./run";
import { copyAt, foundSince, knownText, type Twin, twinAt } from "./same-texts";
import { Slugs, wantedSlug } from "./slugs";
import { type Made, textsOf } from "./text-tables";
import { titleFor } from "./titles";

const markOf = (version: number) => `v${version}`;
/** What a text's words for the search do not depend on. */
const unplaced = { slug: "", authorId: null, categoryIds: [], tagIds: [], metas: [] };

/** Takes in posts and sheets. */
export class Texts {
  readonly #slugs: Slugs;

  constructor(
    private readonly run: Run,
    private readonly bodies: Bodies,
  ) {
    this.#slugs = new Slugs(run);
  }

  /** Reads what a text's transaction will write, and brings its media here; what it returns renders it. */
  async plan(record: TextRecord): Promise<Rendering> {
    const { run } = this;
    const texts = textsOf[record.kind];
    const hash = run.hashOf(record);
    const known = await knownText(run, record);
    const there = known ? await texts.rowOf(run.reader(), known.recordId) : null;
    const base = { kind: record.kind, source: record.source, title: record.title };
    const leave =
      (outcome: "unchanged" | "skipped", id: number | null, reason?: string): Rendering =>
      async () =>
      async (context) => {
        await run.note(context, { ...base, outcome, reason: reason ?? null, recordId: id, warnings: record.warnings });
        return { id, cacheKeys: [] };
      };
    if (known && !there) return leave("skipped", null, `it was deleted here since; it is not brought back`);
    if (known?.hash === hash) {
      const before = known;
      if (before.madeBy === run.facts.id && run.facts.id !== null)
        return async () =>
          async (context, { isWhole }) => {
            // Stopped between the text and the rest of its comments.
            await run.note(context, {
              ...base,
              outcome: "imported",
              recordId: before.recordId,
              isMade: true,
              isWhole,
              warnings: [],
            });
            return { id: before.recordId, cacheKeys: [] };
          };
      // Another file of the source that wants its address is told so on every run.
      if (there) this.#slugs.note(`${record.kind} ${there.slug}`, record.source);
      const found = there ? await foundSince(this.run, this.bodies, { record, known, there }) : [];
      if (found.length === 0) return leave("unchanged", before.recordId);
      return this.#planWriting(record, hash, known, there, found);
    }
    if (there?.status === "RECYCLE" && record.status !== "RECYCLE")
      return leave("skipped", there.id, `its ${record.kind} is in the recycle bin; restore it there first`);
    return this.#planWriting(record, hash, known, there);
  }

  /** `found`: fields that are written anew though the source says the same of them. */
  async #planWriting(
    record: TextRecord,
    hash: string,
    known: Remembered | null,
    there: WholeRow | null,
    found: readonly string[] = [],
  ): Promise<Rendering> {
    const { run } = this;
    const { source, startTime, author, kind } = run.facts;
    const warnings = [...record.warnings];
    if (record.originalContent.length > MAX_SOURCE) throw new AppError("invalid", "its text is longer than 2 MiB");
    const named = titleFor(record.title, record.originalContent);
    const dates = datesOf(record, source, startTime);
    const at = [record.base, dates.createTime] as const;
    const written = { ...record, originalContent: clean(record.originalContent) };
    const settled = await this.bodies.settle(written, ...at);
    const cover = await this.bodies.settleAddress(record.thumbnail, ...at);
    const working = record.working && (await this.bodies.settle(record.working, ...at));
    warnings.push(
      ...named.warnings,
      ...(kind === "markdown" ? [] : dates.warnings),
      ...cover.warnings,
      ...settled.warnings,
    );
    const metas: Record<string, string> = {
      ...record.metas,
      ...(named.whole !== null && kind !== "markdown" && { original_title: named.whole }),
    };
    const plain = {
      title: named.title,
      status: record.status,
      createTime: dates.createTime,
      updateTime: dates.updateTime,
      editTime: dates.editTime,
      recycledTime: record.status === "RECYCLE" ? (record.recycledTime ?? startTime) : null,
      password: fit(record.password, 255, "password", warnings),
      template: fit(record.template, 255, "template", warnings),
      thumbnail: cover.address,
      disallowComment: record.disallowComment,
      topPriority: storable(record.topPriority),
      visits: countable(record.visits),
      likes: countable(record.likes),
      summary: kind === "markdown" ? record.summary : fit(record.summary, 10_000, "summary", warnings),
      metaDescription: fit(record.metaDescription, 10_000, "description", warnings),
      metaKeywords: fit(record.metaKeywords, 10_000, "keywords", warnings),
    };
    checkSummary(plain.summary);
    const given = saidOf(record);
    const hasLinks = settled.hasLinks || working?.hasLinks === true;

    return async () => {
      const { text, warnings: removed } = await renderBody(settled.body);
      const fields = { ...plain, text, working: working ? (await renderBody(working.body)).text : null };
      const revisions = await renderRevisions(record.exported);
      const words = await textsOf[record.kind].wordsFor({ ...fields, ...unplaced });
      const twin = known ? null : await twinAt(run, record, wantedSlug(record, fields.title), fields);
      return async (context, { isWhole }) => {
        const said = [...warnings, ...removed];
        const authorId = record.author === null ? null : await run.idOf(context.db, "user", record.author);
        if (authorId === null && record.authorName && !run.facts.choices.author)
          metas.original_author = record.authorName;
        const whole: ImportedText = {
          ...fields,
          slug: "",
          authorId: record.exported
            ? await exportedAuthor(run, context, record)
            : authorId !== null && authorId > 0
              ? authorId
              : author.id,
          categoryIds: await idsOf(run, context, "category", record.categories, said),
          tagIds: await idsOf(run, context, "tag", record.tags, said),
          metas: fittingMetas(record.exported) ?? metasFor(metas, said),
          ...(await exportedText(run, context, record, revisions, said)),
        };
        const noted = { kind: record.kind, source: record.source, title: named.title, isWhole, hasLinks };
        const isOpened = await keptHidden(run, context, record, whole, said);
        const made = { whole, hash, given, said, noted, words, isOpened };
        return known
          ? this.#update(context, record, { ...made, known, there, found })
          : this.#insert(context, record, { ...made, twin });
      };
    };
  }

  async #insert(context: Context, record: TextRecord, made: Made & { twin: Twin | null }): Promise<Written> {
    const { run } = this;
    const { whole, hash, given, said, noted, twin } = made;
    const words = made.isOpened ? null : made.words;
    const texts = textsOf[record.kind];
    const wanted = wantedSlug(record, whole.title);
    const copy = await copyAt({ run, db: context.db }, record, wanted, twin);
    if (copy) {
      const { id, version } = copy;
      await run.note(
        context,
        { ...noted, outcome: "unchanged", recordId: id, warnings: [] },
        { memory: { hash, given, recordKind: record.kind, recordId: id, mark: markOf(version), madeBy: null } },
      );
      return { id, cacheKeys: [] };
    }
    whole.slug = await this.#slugs.slugFor(context, record, wanted, said);
    const { dryRun, id: importId } = run.facts;
    const stored = dryRun
      ? { id: run.nextId(), version: 1, cacheKeys: [] }
      : await texts.insert(context.db, whole, words, { id: run.keptId(record.kind, record.source), now: context.now });
    await run.note(
      context,
      {
        ...noted,
        outcome: "imported",
        recordId: stored.id,
        isMade: true,
        warnings: said,
        url: dryRun ? await addressOfNew(context.db, record.kind, whole) : null,
      },
      {
        memory: {
          hash,
          given,
          recordKind: record.kind,
          recordId: stored.id,
          mark: markOf(stored.version),
          madeBy: importId,
        },
        oldAddresses: record.oldAddresses,
      },
    );
    return stored;
  }

  async #update(
    context: Context,
    record: TextRecord,
    made: Made & { known: Remembered; there: WholeRow | null; found: readonly string[] },
  ): Promise<Written> {
    const { run } = this;
    const { whole, known, there, found, hash, given, said, noted, words, isOpened } = made;
    const { dryRun, author } = run.facts;
    // Somebody may have written here since the text was planned.
    const present = await textsOf[record.kind].rowOf(context.db, known.recordId);
    const version = present?.version ?? 0;
    const isEdited = known.mark !== "" && known.mark !== markOf(version);
    const isWorkedOn = isEdited && typeof present?.workingOriginalContent === "string";
    const changed = changedFields(known.given, given, unsaidIn(record, known.given, there));
    // Unless it was edited while its files were looked for.
    if (!isEdited) for (const name of found) changed.add(name);
    const keys = Object.keys(whole).filter((name) => changed.has(name)) as (keyof ImportedText)[];
    const changes: Partial<ImportedText> = Object.fromEntries(keys.map((name) => [name, whole[name]]));
    delete changes.slug;
    const isHidden = isOpened && present?.status === "PUBLISHED" && protecting.some((name) => changed.has(name));
    if (isHidden) changes.status = "INTIMATE";
    if (changed.has("slug") && record.slug !== "" && record.slugFrom === undefined)
      changes.slug = await this.#slugs.slugFor(context, record, wantedSlug(record, whole.title), said, known.recordId);
    if (changed.has("body"))
      Object.assign(changes, { text: whole.text, ...(!isWorkedOn && { working: whole.working }) });
    Object.assign(changes, { updateTime: whole.updateTime, editTime: whole.editTime });
    if (isEdited && changed.has("body")) {
      said.push("it was edited here since; the text it had is kept as a revision");
      if (isWorkedOn) said.push("what is written here and not yet published stays as it is");
    }
    const done = dryRun
      ? null
      : await textsOf[record.kind].replace(
          { db: context.db, now: context.now, authorId: author.id },
          known.recordId,
          changes,
          isHidden ? null : words,
        );
    const { hash: oldHash, given: oldGiven, mark, writtenBy } = known;
    await run.note(
      context,
      {
        ...noted,
        outcome: "updated",
        recordId: known.recordId,
        warnings: said,
        replaced: done && { ...done.replaced, memory: { hash: oldHash, given: oldGiven, mark, writtenBy } },
      },
      {
        memory: {
          hash,
          given,
          recordKind: record.kind,
          recordId: known.recordId,
          mark: markOf(done?.version ?? version),
          madeBy: known.madeBy,
        },
        oldAddresses: record.oldAddresses,
      },
    );
    return { id: known.recordId, cacheKeys: done?.cacheKeys ?? [] };
  }
}
