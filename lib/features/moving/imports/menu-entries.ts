import type { Database } from "../../../../db";
import { AppError } from "../../../core/errors";
import { withoutSlashAtEnd } from "../../../text/address-parts";
import { importedMenus, levelOf } from "../../menus/importing";
import { hasRoom } from "../../menus/levels";
import { MOST_ENTRIES, MOST_LEVELS, newMenu } from "../../menus/schema";
import { addressesOf } from "../addresses/present";
import type { MenuRecord } from "../records";
import { fit } from "./fields";
import { ledFrom } from "./memory";
import type { OldSite } from "./old-site";
import type { Run } from "./run";
import { planSimple } from "./simple";
import type { Plan } from "./plan";

export const refusedAddress = (url: string) =>
  new AppError("invalid", `its address "${url.slice(0, 200)}" is none that this site takes`);

const addressOf = async (db: Database, kind: string, id: number): Promise<string> =>
  (await addressesOf(db, [{ kind, id }])).get(`${kind}:${id}`) ?? "";

/** Where an address of the old site leads here; others, and those of what was not taken in, stay as they are. */
async function presentAddress(db: Database, run: Run, site: OldSite, given: string): Promise<string> {
  const at = site.isSame ? null : site.resolve(given, "/");
  if (!at) return given;
  const isTop = withoutSlashAtEnd(at.path) === site.top;
  if (isTop) return "/";
  const names = site.names(at.path);
  const known = await ledFrom(db, run.facts.origin, names);
  const led = names.map((name) => known.get(name)).find((each) => each !== undefined);
  const here = led && (await addressOf(db, led.kind, led.id));
  return here ? here + (/#.*$/s.exec(given)?.[0] ?? "") : given;
}

/** Takes in an entry of the menu. */
export async function planMenuEntry(run: Run, site: OldSite, record: MenuRecord, priority: number): Promise<Plan> {
  const { kind, source, name: title, warnings: said } = record;
  const isOurs = record.ifNone === true && !run.facts.emptyKinds.includes("menu");
  if (isOurs && (await run.recall(run.reader(), kind, source)) === null)
    return async (context) => {
      const reason = "the site has a menu of its own";
      await run.note(context, { kind, source, title, reason, outcome: "skipped", recordId: null, warnings: said });
      return { id: null, cacheKeys: [] };
    };
  return planSimple(run, record, {
    store: importedMenus,
    title,
    createTime: null,
    bound: { hasRoom, said: `a menu has at most ${MOST_ENTRIES} entries` },
    values: async ({ db }, warnings) => {
      const above = record.parent === null ? null : await run.idOf(db, "menu", record.parent);
      if (record.parent !== null && above === null)
        warnings.push("the entry above it was not taken in; it stands at the top");
      const isTooDeep = above !== null && above > 0 && (await levelOf(db, above)) >= MOST_LEVELS;
      if (isTooDeep) warnings.push(`entries can be at most ${MOST_LEVELS} levels deep; it stands at the top`);
      let url: string;
      if ("kind" in record.target) {
        const id = await run.idOf(db, record.target.kind, record.target.source);
        if (id === null) throw new AppError("invalid", `it leads to a ${record.target.kind} that was not taken in`);
        url = id < 0 ? "/" : await addressOf(db, record.target.kind, id);
      } else url = await presentAddress(db, run, site, record.target.address.trim());
      if (url === "" || !newMenu.shape.url.safeParse(url).success) throw refusedAddress(url);
      return {
        name: fit(record.name.trim() || url, 255, "name", warnings),
        url,
        priority,
        parentId: above !== null && above > 0 && !isTooDeep ? above : null,
        target: record.newWindow ? "_blank" : "_self",
        icon: fit(record.icon, 255, "icon", warnings),
      };
    },
    kept: ["priority"],
    cacheKeys: () => ["menus"],
  });
}
