import { beforeEach, expect, it } from "vitest";
import { anAdmin, system } from "../../../testing/actors";
import { aSource, aSourceFile, aText } from "../../../testing/foreign-source";
import { freshDatabase } from "../../../testing/setup";
import { createMenu, deleteMenu } from "../../menus/mutations";
import { listMenus } from "../../menus/queries";
import type { ForeignRecord, MenuRecord } from "../records";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { runImport, tryImport } from "./running";

let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

const entry = (source: string, address: string, given: Partial<MenuRecord> = {}): MenuRecord => ({
  kind: "menu",
  source,
  name: source,
  parent: null,
  target: { address },
  newWindow: false,
  icon: "",
  warnings: [],
  oldAddresses: [],
  ...given,
});
const opened = (records: readonly ForeignRecord[]) => async () => aSource(records);

async function take(records: readonly ForeignRecord[]) {
  const path = aSourceFile(JSON.stringify(records));
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
  return runImport(admin, id, { open: opened(records) });
}
const shown = async () => (await listMenus(system, {})).map(({ url }) => url);

it("leads an entry to what was made of the record at its address", async () => {
  await take([
    aText("1", { slug: "about", oldAddresses: ["/about/"] }),
    entry("a", "/about/"),
    entry("b", "https://old.example/about/#team"),
    entry("c", "https://www.old.example/"),
    entry("d", "https://old.example/not-taken/"),
    entry("e", "https://elsewhere.example/about/"),
  ]);
  expect(await shown()).toEqual([
    "/archives/about",
    "/archives/about#team",
    "/",
    "https://old.example/not-taken/",
    "https://elsewhere.example/about/",
  ]);
});

it("takes a menu that is only for sites without one where there is none, in a dry run as well", async () => {
  const records = ["a", "b"].map((source) => entry(source, `/${source}`, { ifNone: true }));
  const own = await createMenu(system, { name: "Own", url: "/links" });
  const path = aSourceFile("x");
  const dry = await tryImport(admin, "wordpress", { path }, { open: opened(records) });
  expect([dry.kinds.menu, (await take(records)).kinds.menu]).toMatchObject([{ skipped: 2 }, { skipped: 2 }]);
  expect(await shown()).toEqual(["/links"]);
  await deleteMenu(system, { menuId: own.id });
  const later = records.map((record) => ({ ...record, name: `New ${record.name}` }));
  expect((await take(later)).kinds.menu).toMatchObject({ imported: 2 });
  expect((await take(records)).kinds.menu).toMatchObject({ updated: 2 });
});
