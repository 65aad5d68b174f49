import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { comments, importRecords, journals, posts, sheets } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anAdmin } from "../../../testing/actors";
import { aForeignJournal, aReply, aSource, aSourceFile, aText } from "../../../testing/foreign-source";
import { freshDatabase, stored } from "../../../testing/setup";
import type { ForeignRecord } from "../records";
import { makeImportHere } from "./claiming";
import { undoImport } from "./mutations";
import { measure } from "./opening";
import { runImport } from "./running";

let admin: Actor & { id: number };
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

async function take(records: readonly ForeignRecord[]): Promise<number> {
  const path = aSourceFile(JSON.stringify(records));
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices: { path } });
  expect((await runImport(admin, id, { open: async () => aSource(records) })).state).toBe("DONE");
  return id;
}

const site = (words: string): ForeignRecord[] => [
  aText("1", { originalContent: words }),
  aReply("c1", "1", { content: words }),
  aText("2", { kind: "sheet", slug: "about", editorType: "RICHTEXT", originalContent: `<p>${words}</p>` }),
  { ...aForeignJournal("j1"), originalContent: words },
];

const allHtml = async (): Promise<string[]> => [
  ...(await stored().select().from(posts)).map(({ content }) => content),
  ...(await stored().select().from(sheets)).map(({ content }) => content),
  ...(await stored().select().from(comments)).map(({ html }) => html),
  ...(await stored().select().from(journals)).map(({ content }) => content),
];

const hostile = '<p>Put <i onfocus="alert(1)" tabindex="1" autofocus>back</i></p>';

it("renders what an undo puts back, since a backup may have brought it", async () => {
  await take(site("Some *first* words"));
  const before = await allHtml();
  const second = await take(site("Some *second* words"));
  expect(await allHtml()).not.toEqual(before);
  const noted = await stored().select().from(importRecords).where(isNotNull(importRecords.replaced));
  expect(noted.map(({ kind }) => kind).sort()).toEqual(["comment", "journal", "post", "sheet"]);
  for (const { id, kind, replaced } of noted) {
    const { columns } = replaced as { columns: Record<string, unknown> };
    const own =
      kind === "comment" ? { html: hostile } : { content: hostile, ...(kind === "post" && { keepRaw: true }) };
    await engine().transaction(
      async (db) =>
        void (await db
          .update(importRecords)
          .set({ replaced: { ...replaced, columns: { ...columns, ...own } } })
          .where(eq(importRecords.id, id))),
      () => null,
    );
  }
  await undoImport(admin, { importId: second });
  expect((await runImport(admin, second)).state).toBe("UNDONE");
  const [ofPost, ...others] = before;
  expect(ofPost).toBe("<p>Some <em>first</em> words</p>");
  expect(await allHtml()).toEqual(["<p>Put <i>back</i></p>", ...others]);
});
