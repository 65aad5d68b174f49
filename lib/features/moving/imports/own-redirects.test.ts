import { beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../core/access";
import { system } from "../../../testing/actors";
import { exportSite } from "../../../testing/exports";
import { anEmptySite, importInto } from "../../../testing/round-trip";
import { createRedirect } from "../../redirects/mutations";
import { getRedirectTable, listMissedAddresses, listRedirects } from "../../redirects/queries";
import { getRedirectFor } from "../../redirects/reading";
import { countHit, countMissed, flushTraces } from "../../redirects/traces";
import { undoImportHere } from "./mutations";
import { runImport } from "./running";

let owner: Actor & { id: number };
const make = (source: string, target: string, more: { below?: boolean; status?: 302 | 410 } = {}) =>
  createRedirect(system, { source, target, ...more });
const table = async () => (await getRedirectTable(system, {})).csv.split("\r\n").slice(1, -1);

beforeEach(async () => void (owner = await anEmptySite()));

test("redirects of the owner's own come over, beside those that are here, and go again", async () => {
  const led = await make("/old", "/archives", { below: true, status: 302 });
  await make("/gone", "", { status: 410 });
  await make("/taken", "/there");
  await make("/a", "/b");
  countHit(led.id);
  await flushTraces();
  const path = await exportSite();

  owner = await anEmptySite();
  await make("/taken", "/here");
  await make("/b", "/a");
  countMissed("/old", "n");
  await flushTraces();
  const before = await table();
  const report = await importInto(owner, path);
  expect(report.kinds.redirect).toEqual({ imported: 2, updated: 0, unchanged: 0, skipped: 0, failed: 2 });
  expect(
    report.records.filter(({ outcome }) => outcome === "failed").map(({ title, reason }) => [title, reason]),
  ).toEqual([
    ["/taken", "/taken leads elsewhere here already"],
    ["/a", "From /a this would lead in a circle, or through too many redirects."],
  ]);
  expect(await table()).toEqual([
    "/b,/a,exact,301",
    "/gone,,exact,410",
    "/old,/archives,below,302",
    "/taken,/here,exact,301",
  ]);
  expect(await getRedirectFor(system, { path: "/old/x" })).toMatchObject({ target: "/archives/x", status: 302 });
  expect((await listRedirects(system, { keyword: "/old" })).items[0]).toMatchObject({ hits: 1 });
  expect((await listMissedAddresses(system, {})).items).toEqual([]);

  // Hits are no change at the source.
  expect((await importInto(owner, path)).summary).toMatchObject({ imported: 0, updated: 0 });
  await undoImportHere(owner, { importId: report.id ?? 0 });
  expect(await runImport(owner, report.id ?? 0)).toMatchObject({ state: "UNDONE", kept: [] });
  expect(await table()).toEqual(before);
});
