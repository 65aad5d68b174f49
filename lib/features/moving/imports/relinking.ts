import { breathing } from "../../../core/giving-way";
import { and, asc, eq, gt, inArray, ne } from "drizzle-orm";
import { importRecords, imports } from "../../../../db/schema";
import { addressesInText, textWithAddresses } from "../../../services/rendering/renderer";
import type { Body } from "../../../text/markdown/addresses-in";
import { placeOf } from "../../../text/uploads";
import { addressesOf } from "../addresses/present";
import { renderBody } from "./bodies";
import { ledFrom, remark } from "./memory";
import type { OldSite } from "./old-site";
import type { Run } from "./run";
import type { Control } from "./control";
import type { Importing } from "../../writing/importing";
import type { WholeRow } from "../../writing/rows";
import type { Text } from "../../writing/texts";
import { textsOf } from "./text-tables";
import type { Writer } from "./writer";

/** Texts per transaction. */
const AT_ONCE = 50;

const fragmentOf = (address: string): string => /#.*$/s.exec(address)?.[0] ?? "";
/** Queries that lead to a part of the same record. */
const pagingOf = (address: string): string =>
  /[?&](?:paged|page|cpage)=\d+/.exec(address)?.[0]?.replace("&", "?") ?? "";

/** Finds where addresses of the old site lead here. */
class Targets {
  constructor(
    private readonly run: Run,
    private readonly site: OldSite,
  ) {}

  /** The present address for each address of a text that leads to an imported record. */
  async of(addresses: Iterable<string>, base: string | undefined): Promise<Map<string, string>> {
    const { run, site } = this;
    const db = run.reader();
    const wanted = new Map<string, string[]>();
    const found = new Map<string, { kind: string; id: number }>();
    const breathe = breathing();
    for (const address of addresses) {
      await breathe();
      if (placeOf(address)) continue;
      const at = site.resolve(address, base);
      const names = at ? site.names(at.path) : [];
      if (names.length === 0) continue;
      const named = names.map((name) => run.linkedAs.get(name)).find((each) => each !== undefined);
      const [kind = "", source = ""] = named
        ? [named.slice(0, named.indexOf(" ")), named.slice(named.indexOf(" ") + 1)]
        : [];
      const id = named === undefined ? null : await run.idOf(db, kind, source);
      if (id !== null) found.set(address, { kind, id });
      else wanted.set(address, names);
    }
    const led = await ledFrom(db, run.facts.origin, [...new Set([...wanted.values()].flat())]);
    for (const [address, names] of wanted) {
      const to = names.map((name) => led.get(name)).find((each) => each !== undefined);
      if (to) found.set(address, to);
    }
    const present = await addressesOf(db, [...found.values()]);
    const replaced = new Map<string, string>();
    for (const [address, { kind, id }] of found) {
      const here = present.get(`${kind}:${id}`);
      if (here !== undefined) replaced.set(address, here + pagingOf(address) + fragmentOf(address));
    }
    return replaced;
  }
}

/**
 * Lets links between texts of the source lead to what was made of them, once all of it is here. Returns whether it came
 * to its end.
 */
export async function relink(run: Run, writer: Writer, site: OldSite, { signal }: Control): Promise<boolean> {
  const importId = run.facts.id;
  if (importId === null) return true;
  const targets = new Targets(run, site);
  const { origin } = run.facts;
  // Those that were stopped have left texts whose links lead nowhere yet.
  const ofOrigin = await run
    .reader()
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.origin, origin), eq(imports.dryRun, false), ne(imports.state, "UNDONE")));
  const importIds = ofOrigin.map(({ id }) => id);
  for (let last = 0; ;) {
    const rows = await run
      .reader()
      .select()
      .from(importRecords)
      .where(
        and(inArray(importRecords.importId, importIds), eq(importRecords.hasLinks, true), gt(importRecords.id, last)),
      )
      .orderBy(asc(importRecords.id))
      .limit(AT_ONCE);
    if (rows.length === 0) return true;
    last = rows.at(-1)?.id ?? last;
    const changes: { kind: string; source: string; texts: Importing; row: WholeRow; text: Text }[] = [];
    for (const { kind, source, recordId } of rows) {
      const texts = kind === "post" || kind === "sheet" ? textsOf[kind] : null;
      const row = texts && recordId !== null ? await texts.rowOf(run.reader(), recordId) : null;
      const known = row && (await run.recall(run.reader(), kind, source));
      // A text that somebody has changed here since is left alone.
      if (!texts || !row || known?.mark !== `v${row.version}`) continue;
      const base = run.baseOf(kind, source);
      const body: Body = { ...row, keptHtml: row.keepRaw ? row.content : null };
      const urls = await targets.of((await addressesInText(body)).keys(), base);
      const other = urls.size === 0 ? body : await textWithAddresses(body, urls);
      if (other === body) continue;
      const { text } = await renderBody(other);
      changes.push({ kind, source, texts, row, text });
    }
    await writer.commit(async (context) => {
      const cacheKeys: string[] = [];
      for (const { kind, source, texts, row, text } of changes) {
        const done = await texts.relink(context.db, row, text);
        if (!done) continue;
        await remark(context.db, origin, kind, source, `v${done.version}`);
        cacheKeys.push(...done.cacheKeys);
      }
      const looked = inArray(
        importRecords.id,
        rows.map(({ id }) => id),
      );
      await context.db.update(importRecords).set({ hasLinks: false }).where(looked);
      return { what: "links between texts", cacheKeys };
    });
    if (signal?.aborted || writer.isCancelled) return false;
  }
}
