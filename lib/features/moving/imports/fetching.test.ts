import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { asc } from "drizzle-orm";
import { attachments, links, posts } from "../../../../db/schema";
import { anAdmin } from "../../../testing/actors";
import type { Actor } from "../../../core/access";
import { aSource, aSourceFile, aText } from "../../../testing/foreign-source";
import { aPng } from "../../../testing/pictures";
import { freshDatabase, stored } from "../../../testing/setup";
import type { AttachmentRecord, ForeignRecord, LinkRecord } from "../records";
import { makeImportHere } from "./claiming";
import { undoImport } from "./mutations";
import { measure } from "./opening";
import { updatePost } from "../../writing/posts/mutations";
import { runImport } from "./running";

let admin: Actor & { id: number };
let old: Server;
let site = "";
/** What the old site was asked for, and how many answers it owed at a time. */
let [asked, owed, mostOwed]: [string[], number, number] = [[], 0, 0];
/** Answers that wait until a second request is there. */
let waiting: (() => void)[] = [];
const pictures = new Map<string, Buffer>();

beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
  [asked, owed, mostOwed, waiting] = [[], 0, 0, []];
  old = createServer((req, res) => {
    const path = req.url ?? "";
    asked.push(path);
    owed += 1;
    mostOwed = Math.max(mostOwed, owed);
    const answer = () => {
      owed -= 1;
      if (path.includes("broken")) return void res.destroy();
      const picture = pictures.get(path);
      res.writeHead(picture ? 200 : path.includes("failing") ? 503 : 404).end(picture);
    };
    if (!path.startsWith("/paired/")) return answer();
    // Two at a time, or this never answers.
    waiting.push(answer);
    if (waiting.length === 2) for (const each of waiting.splice(0)) each();
  });
  await new Promise<void>((resolve) => old.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => old.close(resolve)));

async function take(records: readonly ForeignRecord[], fromPrivateNetwork = true, fetchMedia = true) {
  const path = aSourceFile(JSON.stringify(records));
  const { sha256 } = await measure(path);
  const choices = { path, fetchMedia, ...(fromPrivateNetwork && { fromPrivateNetwork }) };
  const { id } = await makeImportHere(admin, { kind: "wordpress", sha256, choices });
  return runImport(admin, id, { open: async () => aSource(records, { site }) });
}

async function offer(...paths: string[]): Promise<void> {
  for (const path of paths) pictures.set(path, await aPng(8 + pictures.size, 8));
}
const showing = (source: string, ...paths: string[]) =>
  aText(source, { originalContent: paths.map((path) => `![](${site}${path})`).join("\n\n") });
const aFile = (source: string, path: string): AttachmentRecord => ({
  kind: "attachment",
  source,
  warnings: [],
  oldAddresses: [],
  address: `${site}${path}`,
  name: source,
  team: "",
  altText: "",
  caption: "",
  createTime: null,
});

it("fetches two files at a time, of one text and of several, and keeps the order of the source", async () => {
  const paths = Array.from({ length: 6 }, (_, i) => `/paired/${i}.png`);
  await offer(...paths);
  const [one = "", two = "", three = "", four = "", five = "", six = ""] = paths;
  const report = await take([showing("1", one, two, three), aFile("a", four), showing("2", five), showing("3", six)]);
  expect(report).toMatchObject({ state: "DONE", summary: { imported: 4, failed: 0, warnings: 0 } });
  expect([mostOwed, asked.toSorted()]).toEqual([2, paths]);
  const files = await stored().select().from(attachments).orderBy(asc(attachments.id));
  expect(files.map(({ name }) => name)).toEqual(["0.png", "1.png", "2.png", "a.png", "4.png", "5.png"]);
  for (const { originalContent } of await stored().select().from(posts)) expect(originalContent).not.toContain(site);
  await undoImport(admin, { importId: report.id ?? 0 });
  expect(await runImport(admin, report.id ?? 0)).toMatchObject({ state: "UNDONE", kept: [] });
  expect(await stored().select().from(attachments)).toEqual([]);
});

it("names each file that could not be fetched, and goes on with the rest", async () => {
  await offer("/there.png");
  const report = await take([
    showing("1", "/gone.png", "/there.png", "/failing.png"),
    aText("2", { originalContent: "Without", thumbnail: `${site}/gone.png` }),
    aFile("a", "/broken.png"),
  ]);
  const records = Object.fromEntries(report.records.map((record) => [record.source, record]));
  expect(records["1"]).toMatchObject({
    outcome: "imported",
    warnings: [
      `image ${site}/gone.png stays at the old site: the old site answered 404`,
      `image ${site}/failing.png stays at the old site: the old site answered 503`,
    ],
  });
  expect(records["2"]?.warnings).toEqual([
    `the picture ${site}/gone.png stays at the old site: the old site answered 404`,
  ]);
  expect(records.a).toMatchObject({
    outcome: "failed",
    reason: expect.stringMatching(/broken\.png could not be fetched: it could not be reached/),
  });
  // Two more tries for what may work later; what is missing is asked for once, however often it is shown.
  const times = (path: string) => asked.filter((each) => each === path).length;
  expect(["/gone.png", "/there.png", "/failing.png", "/broken.png"].map(times)).toEqual([1, 1, 3, 3]);
  expect((await stored().select().from(posts))[0]?.originalContent).toContain(`${site}/gone.png`);
});

it("reaches nothing on a private network unless that was chosen, and no other host", async () => {
  await offer("/there.png");
  const elsewhere = site.replace("127.0.0.1", "localhost");
  const report = await take(
    [showing("1", "/there.png"), aText("2", { originalContent: `![](${elsewhere}/there.png)` })],
    false,
  );
  expect(asked).toEqual([]);
  expect(report.records.map(({ warnings }) => warnings)).toEqual([
    [expect.stringContaining("on this machine or its network")],
    [],
  ]);
});

it("puts files that were missing into the texts once they are found, and an undo takes them out again", async () => {
  await offer("/there.png");
  const cover = aText("2", { originalContent: "Without", thumbnail: `${site}/there.png` });
  const edited = showing("3", "/there.png");
  const friend: LinkRecord = {
    ...aFile("4", ""),
    kind: "link",
    url: "https://friend.example",
    description: "",
    logo: `${site}/there.png`,
  };
  const records = [showing("1", "/there.png", "/gone.png"), cover, edited, friend];
  await take(records, true, false);
  const texts = () => stored().select().from(posts).orderBy(asc(posts.id));
  const before = (await texts()).map(({ originalContent, thumbnail }) => ({ originalContent, thumbnail }));
  await updatePost(admin, { postId: (await texts())[2]?.id ?? 0, title: "3", originalContent: "Written here since" });
  const report = await take(records);
  expect(report.summary).toMatchObject({ updated: 3, unchanged: 1 });
  const [first, second, third] = await texts();
  expect(first?.originalContent).toMatch(/!\[\]\(\/uploads\/.*there\.png\)[^]*http.*gone\.png/);
  const logos = async () => (await stored().select().from(links)).map(({ logo }) => logo);
  expect(await logos()).toEqual([second?.thumbnail]);
  expect([second?.thumbnail, third?.originalContent]).toEqual([
    expect.stringMatching(/^\/uploads\//),
    "Written here since",
  ]);
  expect((await take(records)).summary).toMatchObject({ updated: 0, unchanged: 4 });
  await undoImport(admin, { importId: report.id ?? 0 });
  await runImport(admin, report.id ?? 0);
  const after = (await texts()).map(({ originalContent, thumbnail }) => ({ originalContent, thumbnail }));
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(await logos()).toEqual([friend.logo]);
});

it("gives a host up that fails again and again", async () => {
  const paths = Array.from({ length: 30 }, (_, i) => `/failing/${i}.png`);
  const report = await take([showing("1", ...paths)]);
  const warnings = report.records[0]?.warnings ?? [];
  expect(warnings).toHaveLength(30);
  expect(warnings.at(-1)).toMatch(/20 files in a row could not be fetched from 127\.0\.0\.1:\d+; it was given up/);
  // Each three times; another one may be on its way when the last fails.
  expect(new Set(asked).size).toBeLessThanOrEqual(21);
});
