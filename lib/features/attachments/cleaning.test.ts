import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { attachments } from "../../../db/schema";
import { env } from "../../core/env";
import { createPost } from "../writing/posts/mutations";
import { system } from "../../testing/actors";
import { aForm, aToken, call } from "../../testing/api";
import { eventCount, lastEvent, storedPost } from "../../testing/factories";
import { renewals } from "../../testing/jobs";
import { freshDatabase, stored } from "../../testing/setup";
import { storage } from "../../services/files/storage";
import { cleanFilm, listFilms } from "./cleaning";

let token = "";
beforeEach(async () => {
  await freshDatabase();
  ({ token } = await aToken("EDITOR"));
});

const PLACE = "+50.6144-002.4576/";
const frames = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413, 7)])),
);
/** A recording with a note of the program that made it. */
function recording(note: string): Buffer {
  const inside = Buffer.from(`\0location\0${note}`, "latin1");
  const frame = Buffer.concat([Buffer.from("TXXX\0\0\0", "latin1"), Buffer.from([inside.length, 0, 0]), inside]);
  return Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\0", "latin1"), Buffer.from([frame.length]), frame, frames]);
}
const rowOf = async (id: number) => {
  const [row] = await stored().select().from(attachments).where(eq(attachments.id, id));
  if (!row) throw new Error(`there is no attachment ${id}`);
  return row;
};
const fileOf = ({ folder, version }: { folder: string; version: string }) =>
  join(env.dataDir, "uploads", folder, version, "original");
async function uploaded() {
  const { list } = await call("POST", "/admin/attachments", { token, body: aForm("talk.mp3", recording(PLACE)) });
  return rowOf(Number(list[0]?.id));
}

it("a recording that an earlier version stored as it was sent loses where it was made, at a new address", async () => {
  const row = await uploaded();
  writeFileSync(fileOf(row), recording(PLACE));
  const post = await createPost(system, {
    title: "Talk",
    status: "PUBLISHED",
    originalContent: `[talk](/uploads/${row.folder}/talk.mp3)`,
  });
  expect(await listFilms(system, {})).toEqual([row.id]);
  expect(await cleanFilm(system, row.id)).toEqual({ name: "talk.mp3", outcome: "renewed" });
  const now = await rowOf(row.id);
  expect(now).toEqual({ ...row, version: now.version });
  expect(now.version).not.toBe(row.version);
  expect(readFileSync(fileOf(now)).includes(PLACE)).toBe(false);
  expect(await storage().size(`${row.folder}/${row.version}/original`)).toBeNull();
  expect(await lastEvent()).toMatchObject({ operation: "storeCleanedFile", subject: `attachment:${row.id}` });
  await renewals();
  expect((await storedPost(post.id)).content).not.toContain(row.version);
});

it("a clean recording stays where it is, one that is gone is passed over, and a damaged one is told", async () => {
  const row = await uploaded();
  const events = await eventCount();
  expect(await cleanFilm(system, row.id)).toEqual({ name: "talk.mp3", outcome: "unchanged" });
  expect([await rowOf(row.id), await eventCount()]).toEqual([row, events]);
  expect(await cleanFilm(system, 99)).toMatchObject({ outcome: "gone" });
  writeFileSync(fileOf(row), "a text now");
  expect(await cleanFilm(system, row.id)).toMatchObject({ outcome: "failed" });
  expect(await rowOf(row.id)).toEqual(row);
});
