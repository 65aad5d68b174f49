import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { type Database, insertMissing, isOneOfTexts, MOST_IN_LIST, placesFor, prepared } from "../../../db";
import { attachments, options, references } from "../../../db/schema";
import { someAtOnce } from "../../core/at-once";
import { breathing } from "../../core/giving-way";
import { slices } from "../../core/parts";
import { jobKind } from "../../services/jobs/kinds";
import { enqueue } from "../../services/jobs/queue";
import { addressesInHtml, imagesInHtml } from "../../text/html/local-addresses";
import { foldersIn, versionIn } from "../../text/uploads";
import { isOnSite, namesHost, slugPlace } from "./address";
import { isHtml, isText } from "./records";
import type { RecordKind } from "./kinds-schema";
import { picturePayload } from "./schema";
import { type Named, resolved } from "./resolving";

/** Brings the texts that show a picture to its current version. */
export const renewalOfPictureJob = jobKind("renew-pictures", {
  lane: "upkeep",
  payload: picturePayload,
  tries: 20,
  alone: true,
  receiver: ({ folder }) => `picture ${folder}`,
  oneWaits: true,
});

/** The addresses in some columns' HTML, where the renderer has found them. */
export type KnownAddresses = Readonly<Record<string, readonly string[] | undefined>>;

/** The longest text that is read as an address, in characters. */
const LONGEST = 2048;

const at = {
  kind: sql.placeholder("kind"),
  recordId: sql.placeholder("recordId"),
  field: sql.placeholder("field"),
  place: sql.placeholder("place"),
  name: sql.placeholder("name"),
};
const isRow = and(
  eq(references.kind, at.kind),
  eq(references.recordId, at.recordId),
  eq(references.field, at.field),
  eq(references.place, at.place),
  eq(references.name, at.name),
);

/** Starts a job that brings the texts that show a picture to its current version. */
export const renewTextsWith = (db: Database, folder: string): Promise<number> =>
  enqueue(db, {
    kind: renewalOfPictureJob,
    title: "Bring texts to the present version of a picture",
    payload: { folder },
  });

/**
 * A picture may be replaced between the rendering and the storing of a text. Only where the text shows it: the renderer
 * writes the versions of these, and anybody those of links, each of which had every save ask for another job.
 */
async function checkVersions(db: Database, html: string, addresses: readonly string[]): Promise<void> {
  const named = addresses.flatMap((address) => versionIn(address) ?? []);
  if (named.length === 0) return;
  const { folder, version, width } = attachments;
  const present = await db
    .select({ folder, version })
    .from(attachments)
    .where(and(inArray(folder, [...new Set(named.map((each) => each.folder))].slice(0, 100)), isNotNull(width)));
  const versions = new Map(present.map((each) => [each.folder, each.version]));
  const isOutdated = (one: (typeof named)[number]) => (versions.get(one.folder) ?? one.version) !== one.version;
  if (!named.some(isOutdated)) return;
  const outdated = imagesInHtml(html)
    .flatMap((address) => versionIn(address) ?? [])
    .filter(isOutdated);
  for (const folder of new Set(outdated.map((one) => one.folder))) await renewTextsWith(db, folder);
}

/** The addresses in a column: those of its elements, or each line that is one. */
function addressesIn(field: string, value: string, known: KnownAddresses): readonly string[] {
  if (isHtml(field)) return known[field] ?? addressesInHtml(value);
  if (isText(field) || !value.includes("/")) return [];
  return value
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length <= LONGEST && /^(?:\/|https?:)\S+$/i.test(line));
}

/** The site's configured address. */
async function siteUrl(db: Database): Promise<string> {
  const [row] = await prepared(db, "site-url", (on) =>
    on.select({ value: options.value }).from(options).where(eq(options.key, "site_url")),
  ).execute();
  return row?.value ?? "";
}

type Column = { field: string; value: string; addresses: readonly string[] };
type Found = Pick<Named, "field" | "place" | "name">;

/** The uploads, posts and sheets that these columns lead to. */
async function namedIn(db: Database, columns: readonly Column[]): Promise<Found[]> {
  const found = new Map<string, Found>();
  let site: string | undefined;
  for (const { field, value, addresses } of columns) {
    const add = (place: Named["place"], name: string) => {
      const one: Found = { field, place, name };
      found.set(keyOf(one), one);
    };
    for (const folder of foldersIn(value)) add("uploads", folder);
    for (const address of addresses) {
      const there = slugPlace(address);
      if (!there) continue;
      if (namesHost(address) && !isOnSite(address, (site ??= await siteUrl(db)))) continue;
      add(there.place, there.name);
    }
  }
  return [...found.values()];
}

const keyOf = ({ field, place, name }: Found): string => `${field} ${place} ${name}`;
const keysOf = (rows: readonly Found[]): ReadonlySet<string> => new Set(rows.map(keyOf));

/** Fewer rows than these are written one by one, by statements that are prepared. */
const TOGETHER = 100;

/** The parts of some rows, and those left over. */
function divided<R>(rows: readonly R[]): { parts: R[][]; rest: R[] } {
  const parts = slices(rows, MOST_IN_LIST);
  const rest = (parts.at(-1)?.length ?? TOGETHER) < TOGETHER ? (parts.pop() ?? []) : [];
  return { parts, rest };
}

const placeOf = ({ field, place }: Found): string => `${field} ${place}`;

/** Removes rows of one record, column and place. */
async function removeAlike(db: Database, rows: readonly Named[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { kind, recordId, field, place } = first;
  const names = rows.map(({ name }) => name);
  await db
    .delete(references)
    .where(
      and(
        eq(references.kind, kind),
        eq(references.recordId, recordId),
        eq(references.field, field),
        eq(references.place, place),
        isOneOfTexts(references.name, names),
      ),
    );
}

async function remove(db: Database, rows: readonly Named[]): Promise<void> {
  const { parts, rest } = divided(rows);
  const breathe = breathing();
  for (const part of parts) {
    await breathe();
    const places = new Set(part.map(placeOf));
    for (const place of places)
      await removeAlike(
        db,
        part.filter((each) => placeOf(each) === place),
      );
  }
  await someAtOnce(rest, (row) =>
    prepared(db, "reference-gone", (on) => on.delete(references).where(isRow)).execute(row),
  );
}

async function insert(db: Database, rows: readonly (typeof references.$inferInsert)[]): Promise<void> {
  const { parts, rest } = divided(rows);
  // Others read meanwhile: a text may lead to thousands.
  const breathe = breathing();
  for (const part of parts) {
    await breathe();
    await insertMissing(db, references, part);
  }
  await someAtOnce(rest, (row) => {
    const { name: shape, places } = placesFor(row);
    return prepared(db, `reference-new:${shape}`, (on) =>
      on.insert(references).values(places).onConflictDoNothing(),
    ).execute(row);
  });
}

/**
 * Notes where a record's columns lead, in the transaction that stores them. Columns that are not given keep their
 * references; passwords are skipped. A new record has none yet.
 */
export async function recordReferences(
  db: Database,
  kind: RecordKind,
  recordId: number,
  columns: Readonly<Record<string, unknown>>,
  { isNew = false, known = {} }: { isNew?: boolean; known?: KnownAddresses } = {},
): Promise<void> {
  const given = Object.entries(columns).flatMap(([field, value]): Column[] =>
    typeof value === "string" && value !== "" && field !== "password"
      ? [{ field, value, addresses: addressesIn(field, value, known) }]
      : [],
  );
  const named = (await namedIn(db, given)).map((each): Named => ({ kind, recordId, ...each }));
  const noted: Named[] = isNew
    ? []
    : await prepared(db, "references-of-record", (on) =>
        on
          .select()
          .from(references)
          .where(and(eq(references.kind, at.kind), eq(references.recordId, at.recordId))),
      ).execute({ kind, recordId });
  const [now, before] = [keysOf(named), keysOf(noted)];
  const isGone = (each: Named) => columns[each.field] !== undefined && !now.has(keyOf(each));
  await remove(db, noted.filter(isGone));
  const fresh = named.filter((each) => !before.has(keyOf(each)));
  if (fresh.length > 0) await insert(db, await resolved(db, fresh));
  for (const { field, value, addresses } of given) if (isHtml(field)) await checkVersions(db, value, addresses);
}
