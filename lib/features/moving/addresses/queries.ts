import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../../db";
import { imports, journals, oldAddresses, posts, sheets } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { query } from "../../../core/operation";
import { visibleTo as visibleJournals } from "../../visibility/journals";
import { visibleTo as visiblePosts } from "../../visibility/posts";
import { visibleTo as visibleSheets } from "../../visibility/sheets";
import { feedOrSitemapFor } from "./feeds";
import { addressesOf } from "./present";
import { movedAddress, oldAddress } from "./schema";

type Led = { kind: string; id: number };

/** The parts of an address that may be a slug. */
const slugsIn = (path: string): string[] => path.split("/").map((part) => part.replace(/\.\w{1,5}$/, ""));

/**
 * Whether somebody may see a record at its address; of a text they may not see, not even the address is told. One that
 * is in no list is found only by whoever knows its slug already: numbers can be tried one after the other.
 */
async function maySee(db: Database, actor: Actor, now: Date, { kind, id }: Led, path: string): Promise<boolean> {
  if (kind === "post" || kind === "sheet") {
    const [table, visible] = kind === "post" ? [posts, visiblePosts] : [sheets, visibleSheets];
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.id, id),
          or(visible(actor, now, "list"), and(visible(actor, now, "address"), inArray(table.slug, slugsIn(path)))),
        ),
      );
    return rows.length > 0;
  }
  if (kind !== "journal") return true;
  const rows = await db
    .select({ id: journals.id })
    .from(journals)
    .where(and(eq(journals.id, id), visibleJournals(actor, "address")));
  return rows.length > 0;
}

/** Whether an old site was taken in, so that its readers ask for its feed here. */
async function hasMovedIn(db: Database): Promise<boolean> {
  const isHere = and(eq(imports.dryRun, false), inArray(imports.state, ["RUNNING", "DONE", "CANCELLED", "FAILED"]));
  return (await db.select({ id: imports.id }).from(imports).where(isHere).limit(1)).length > 0;
}

/** Where an address of an old site leads here; null where it leads nowhere that this actor may go. */
export const getMovedAddress = query("getMovedAddress", {
  can: "read the site",
  input: oldAddress,
  output: movedAddress,
  run: async ({ db, actor, now }, { path }) => {
    const [led] = await prepared(db, "old-address", (on) =>
      on
        .select({ kind: oldAddresses.kind, id: oldAddresses.recordId })
        .from(oldAddresses)
        .where(eq(oldAddresses.path, sql.placeholder("path"))),
    ).execute({ path });
    const ours = led ? null : feedOrSitemapFor(path);
    if (ours !== null) return { movedTo: (await hasMovedIn(db)) ? ours : null };
    if (!led || !(await maySee(db, actor, now, led, path))) return { movedTo: null };
    return { movedTo: (await addressesOf(db, [led])).get(`${led.kind}:${led.id}`) ?? null };
  },
});
