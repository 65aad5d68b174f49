import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { imports, posts } from "../../db/schema";
import { env } from "../core/env";
import { engine } from "../core/operation";
import { leaseOf } from "../features/moving/imports/lease";
import { runImport } from "../features/moving/imports/running";
import { sweepSent } from "../features/moving/imports/sent-files";
import { anAuthor, system } from "../testing/actors";
import { aToken, call } from "../testing/api";
import { storeOptions } from "../testing/options";
import { exportSite } from "../testing/exports";
import { aPost } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";

let token: string;
let file: Buffer;

beforeEach(async () => {
  await freshDatabase();
  await aPost(undefined, { slug: "tide" });
  file = readFileSync(await exportSite());
  await freshDatabase();
  token = (await aToken("ADMIN")).token;
});

function aForm(
  fields: Record<string, string>,
  parts: Record<string, [name: string, bytes: Buffer | string]>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, [as, bytes]] of Object.entries(parts)) form.append(name, new Blob([bytes as BlobPart]), as);
  return form;
}
const send = (fields: Record<string, string>, parts: Parameters<typeof aForm>[1] = { file: ["old site.zip", file] }) =>
  call("POST", "/admin/imports", { token, body: aForm(fields, parts) });
const folders = () => readdirSync(join(env.dataDir, "imports"));

describe("Imports", () => {
  it("are taken from a file, done by a job, listed, and taken back", async () => {
    const sent = await send({ kind: "auto" });
    expect([sent.status, sent.json]).toMatchObject([
      202,
      {
        kind: "broadsheet",
        state: "WAITING",
        dryRun: false,
        source: { name: "old site.zip" },
        jobId: expect.any(Number),
      },
    ]);
    const { id } = sent.json;
    expect(sent.headers.get("location")).toBe(`/api/admin/imports/${String(id)}`);
    expect(await runImport(system, Number(id))).toMatchObject({ state: "DONE", summary: { failed: 0 } });
    const report = await call("GET", `/admin/imports/${String(id)}`, { token });
    expect(report.json).toMatchObject({ id, state: "DONE", kinds: { post: { imported: 1 } } });
    const records = await call("GET", `/admin/imports/${String(id)}/records?kind=post&outcome=imported`, { token });
    expect(records.list).toMatchObject([{ kind: "post", outcome: "imported", url: "/archives/tide" }]);
    expect((await call("GET", "/admin/imports", { token })).list).toMatchObject([{ id, state: "DONE" }]);
    const undo = await call("DELETE", `/admin/imports/${String(id)}`, { token });
    expect([undo.status, undo.json.state]).toEqual([202, "UNDOING"]);
    expect(await runImport(system, Number(id))).toMatchObject({ state: "UNDONE" });
    expect(await stored().select().from(posts)).toEqual([]);
  });

  it("can be tried, cancelled and gone on with", async () => {
    const tried = await send({ kind: "broadsheet", dryRun: "true" });
    expect(await runImport(system, Number(tried.json.id))).toMatchObject({ state: "DONE", dryRun: true });
    expect(await stored().select().from(posts)).toEqual([]);
    expect((await call("DELETE", `/admin/imports/${String(tried.json.id)}`, { token })).status).toBe(204);
    const { json } = await send({ kind: "broadsheet" });
    const cancelled = await call("POST", `/admin/imports/${String(json.id)}/cancel`, { token });
    expect([cancelled.status, cancelled.json.state]).toEqual([202, "CANCELLED"]);
    const resumed = await call("POST", `/admin/imports/${String(json.id)}/resume`, { token });
    expect([resumed.status, resumed.json.state]).toEqual([202, "WAITING"]);
    expect(await runImport(system, Number(json.id))).toMatchObject({ state: "DONE" });
  });

  it("take every choice as texts of a form", async () => {
    const ann = await anAuthor();
    const fields = {
      taxonomies: "genre, place",
      types: "film=post,book=sheet",
      authorMap: `Ann Lee=${ann.name}`,
      pingbacks: "true",
    };
    const { json } = await send({ kind: "auto", dialect: "hugo", ...fields });
    expect(json.choices).toEqual({
      dialect: "hugo",
      taxonomies: ["genre", "place"],
      types: { film: "post", book: "sheet" },
      authorMap: { "Ann Lee": ann.name },
      pingbacks: true,
    });
  });

  it("are refused where the file is of another kind, and nothing of it stays", async () => {
    const other = await send({ kind: "ghost" });
    expect([other.status, other.json.errors]).toEqual([
      400,
      [{ field: "file", code: "wrong_type", message: expect.stringContaining("use: import broadsheet") }],
    ]);
    const nothing = await send({ kind: "auto" }, { file: ["x.bin", "\u0000\u0001"] });
    expect([nothing.status, (nothing.json.errors as { field: string }[])[0]?.field]).toEqual([400, "file"]);
    expect(folders()).toEqual([]);
    expect(await stored().select().from(imports)).toEqual([]);
  });

  it("name the field that is wrong", async () => {
    const faults = async (sent: ReturnType<typeof send>) =>
      ((await sent).json.errors as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
    expect(await faults(send({ kind: "auto" }, {}))).toEqual(["file wrong_value"]);
    expect(await faults(send({ kind: "drupal" }))).toEqual(["kind wrong_value"]);
    expect(await faults(send({ kind: "auto", dryRun: "perhaps" }))).toEqual(["dryRun wrong_value"]);
    expect(await faults(send({ kind: "auto", types: "film" }))).toEqual(["types wrong_value"]);
    expect(await faults(send({ kind: "auto", author: "nobody" }))).toEqual(["author unknown_account"]);
    expect(await faults(send({ kind: "auto", authorMap: "Ann=nobody,Bo=no one" }))).toEqual([
      "authorMap.Ann unknown_account",
      "authorMap.Bo unknown_account",
    ]);
    expect(await faults(send({ kind: "auto", types: "film=tag" }))).toEqual(["types.film wrong_value"]);
    expect(await faults(send({ kind: "auto", path: "/etc/passwd" }))).toEqual(["path unknown"]);
    expect(await faults(send({ kind: "auto" }, { files: ["a.zip", file] }))).toEqual(["files unknown"]);
  });

  it("take no more bytes than the option says, and refuse before they are sent where that is known", async () => {
    await storeOptions({ import_max_size: "100" });
    const sent = await send({ kind: "auto" });
    expect([sent.status, sent.json.code]).toEqual([413, "too_large"]);
    const declared = await call("POST", "/admin/imports", {
      token,
      body: "x",
      headers: { "content-type": "multipart/form-data; boundary=x", "content-length": "99999999" },
    });
    expect(declared.status).toBe(413);
  });

  it("wait for one another", async () => {
    const { json } = await send({ kind: "auto" });
    await engine().transaction(
      (db) =>
        db
          .update(imports)
          .set({ state: "RUNNING", ...leaseOf("another", new Date()) })
          .where(eq(imports.id, Number(json.id))),
      () => null,
    );
    const second = await send({ kind: "auto" });
    const { status, json: refused } = second;
    expect([status, refused]).toMatchObject([
      409,
      { reason: "import_running", detail: expect.stringContaining("is running since") },
    ]);
    expect(folders()).toHaveLength(1);
  });

  it("are for administrators whose token says so", async () => {
    const editor = (await aToken("EDITOR")).token;
    const form = () => aForm({ kind: "auto" }, { file: ["a.zip", file] });
    expect((await call("POST", "/admin/imports", { token: editor, body: form() })).status).toBe(403);
    expect((await call("POST", "/admin/imports", { body: form() })).status).toBe(401);
  });

  it("keep their file until they are done, and no longer than a week", async () => {
    const done = await send({ kind: "auto" });
    await runImport(system, Number(done.json.id));
    const waiting = await send({ kind: "auto" });
    await call("POST", `/admin/imports/${String(waiting.json.id)}/cancel`, { token });
    mkdirSync(join(env.dataDir, "imports", "nobodys"));
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await sweepSent(stored(), new Date())).toBe(0);
    const [row] = await stored()
      .select()
      .from(imports)
      .where(eq(imports.id, Number(waiting.json.id)));
    expect(await sweepSent(stored(), later(2))).toBe(2);
    expect(folders().map((name) => join(env.dataDir, "imports", name))).toEqual([dirname(String(row?.choices.path))]);
    expect(await sweepSent(stored(), later(8))).toBe(1);
  });
});
