import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  attachments,
  categories,
  comments,
  importMemory,
  journals,
  links,
  menus,
  oldAddresses,
  options,
  photos,
  postRedirects,
  posts,
  postRevisions,
  sheets,
  tags,
  users,
} from "../../../../db/schema";
import { remarkIn } from "../../../services/words/remarks/remarks";
import { anAdmin, system } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { recogniseSource } from "../sources/recognise";
import type { ImportKind } from "../records";
import { makeImportHere } from "./claiming";
import { undoImportHere } from "./mutations";
import { measure } from "./opening";
import { runImport, tryImport } from "./running";

const data = resolve("../shared/data");

const samples: [kind: ImportKind, file: string, media: string | null][] = [
  ["wordpress", "wordpress/small-made.xml", "wordpress/uploads"],
  ["wordpress", "wordpress/themeunittestdata.xml", null],
  ["ghost", "ghost/ghost-3-export.json", null],
  ["ghost", "ghost/ghost-6-made.json", "ghost/content"],
  ["halo", "halo/halo-1.4-made.json", "halo/upload"],
  ["halo", "halo/halo-1.6-made.json", "halo/upload"],
  ["markdown", "static-sites/hugo", null],
  ["markdown", "static-sites/jekyll", null],
  ["markdown", "static-sites/hexo", null],
];

const everything = async () => ({
  posts: await stored().select().from(posts).orderBy(posts.id),
  sheets: await stored().select().from(sheets).orderBy(sheets.id),
  comments: await stored().select().from(comments).orderBy(comments.id),
  attachments: await stored().select().from(attachments).orderBy(attachments.id),
  categories: await stored().select().from(categories).orderBy(categories.id),
  tags: await stored().select().from(tags).orderBy(tags.id),
  journals: await stored().select().from(journals).orderBy(journals.id),
  links: await stored().select().from(links).orderBy(links.id),
  photos: await stored().select().from(photos).orderBy(photos.id),
  menus: await stored().select().from(menus).orderBy(menus.id),
  users: await stored().select().from(users).orderBy(users.id),
  revisions: await stored().select().from(postRevisions).orderBy(postRevisions.id),
  redirects: await stored().select().from(postRedirects).orderBy(postRedirects.slug),
  options: await stored().select().from(options).orderBy(options.key),
});

describe.skipIf(!existsSync(data))("real sources", () => {
  beforeEach(async () => {
    await freshDatabase();
    await anAdmin();
  });

  it.each(samples)(
    "%s %s: every record is accounted for, a second run changes nothing, and an undo leaves nothing",
    async (kind, file, media) => {
      const path = resolve(data, file);
      const choices = { path, ...(media !== null && { media: resolve(data, media) }) };
      expect(await recogniseSource(path, "auto")).toBe(kind);
      const before = await everything();
      const dry = await tryImport(system, kind, choices);
      expect(await everything()).toEqual(before);

      const take = async () =>
        runImport(system, (await makeImportHere(system, { kind, sha256: (await measure(path)).sha256, choices })).id);
      const report = await take();
      expect([report.state, report.error]).toEqual(["DONE", null]);
      const { imported, updated, unchanged, skipped, failed } = report.summary;
      expect(imported + updated + unchanged + skipped + failed).toBe(report.progressTotal);
      expect([dry.summary.imported, dry.summary.failed]).toEqual([imported, failed]);
      expect(dry.redirects).toBe(report.redirects);
      const bad = report.records.filter(({ outcome }) => outcome === "failed");
      expect(bad.map(({ title, reason }) => [title, reason])).toEqual([]);

      // What is said of them is said in the reader's language.
      const said = [
        ...report.records.flatMap(({ reason, warnings }) => [reason ?? [], warnings].flat()),
        ...report.left.map(({ why }) => why),
        // Names of tables and types stay as they are.
        ...report.left.flatMap(({ what }) => (/ |^settings$/.test(what) ? [what] : [])),
        ...report.suggestions.map(({ why }) => why),
      ];
      expect(said.filter((sentence) => remarkIn("zh-CN", sentence) === sentence)).toEqual([]);

      const taken = await everything();
      expect(taken.posts.length).toBeGreaterThan(1);
      expect((await tryImport(system, kind, choices)).summary).toMatchObject({ imported: 0, updated: 0, failed });
      const again = await take();
      expect(again.summary).toMatchObject({ imported: 0, updated: 0, failed });
      expect(await everything()).toEqual(taken);

      for (const { id } of [again, report]) {
        await undoImportHere(system, { importId: id ?? 0 });
        const undone = await runImport(system, id ?? 0);
        expect([undone.state, undone.kept]).toEqual(["UNDONE", []]);
      }
      expect(await everything()).toEqual(before);
      expect([await stored().select().from(importMemory), await stored().select().from(oldAddresses)]).toEqual([
        [],
        [],
      ]);
    },
  );
});
