import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Page } from "@playwright/test";
import { aJpeg } from "../lib/testing/pictures";
import type { Api } from "./rig/api";
import { expectAccessible } from "./rig/axe";
import { awake, becomeSignedIn } from "./rig/desk";
import { cutTexts, overflowing } from "./rig/layout";
import { dashboardPages } from "./rig/pages-in";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

/** What people call things at worst: 200 wide characters, text that runs from right to left, and a word without an end. */
const worst = {
  wide: "汉字印刷".repeat(50),
  right: "كتاب الأخبار القديمة في المدينة ".repeat(7).trim(),
  word: "Wiederaufnahmeverfahren".repeat(9).slice(0, 200),
};
const cut = (name: string, most: number) => [...name].slice(0, most).join("").trim();

type Made = { id: number };

/** Records of every kind that are called so; answers the numbers of those that have a page. */
async function callEverything(ada: Api, kind: keyof typeof worst): Promise<Record<string, number | string>> {
  const name = worst[kind];
  const title = cut(name, 100);
  const make = (path: string, body: unknown) => ada.must<Made>(201, "POST", path, body);
  const host = `${kind}.${"y".repeat(55)}.example`;
  const email = `${kind}${"m".repeat(45)}@${host}`;
  const tag = await ada.tag({ name });
  const parent = await ada.category({ name, description: title });
  const category = await ada.category({ name: `${name} 2`, parentId: parent.id });
  const texts = { title, originalContent: name, summary: name, language: "en" };
  const post = await ada.post({ ...texts, tagIds: [tag.id], categoryIds: [category.id] });
  const sheet = await ada.sheet(texts);
  const journal = await ada.journal({ sourceContent: name });
  await ada.post({ ...texts, status: "DRAFT" });
  await ada.post({ ...texts, createTime: "2099-01-01T00:00:00Z" });
  const file = await ada.upload(`${cut(name, 80)}.jpg`, await aJpeg({ width: 60, height: 40 }));
  await ada.must(200, "PUT", `/admin/attachments/${file.id}`, { name, team: name, altText: name });
  const comment = { author: cut(name, 50), content: name, email, authorUrl: `https://${host}/` };
  const answered = await make("/content/posts/comments", { ...comment, postId: post.id });
  await ada.must(200, "PUT", "/admin/comments/state/published", [answered.id]);
  await make("/content/posts/comments", { ...comment, postId: post.id, parentId: answered.id });
  await make("/content/sheets/comments", { ...comment, postId: sheet.id });
  await make("/content/journals/comments", { ...comment, postId: journal.id });
  await make("/admin/posts/comments", { postId: post.id, author: comment.author, content: name });
  await make("/admin/photos", { name, url: file.url, thumbnail: "", team: name, description: name, location: name });
  await make("/admin/links", { name, url: `https://${host}/${kind}`, team: name, description: name });
  const entry = await make("/admin/menus", { name, url: `/${cut(name, 100)}` });
  await make("/admin/menus", { name, url: "/", parentId: entry.id });
  await make("/admin/redirects", { source: `/old/${name}`, target: `/${name}` });
  await make("/admin/comments/blocks", { value: email, reason: name });
  await make("/admin/tokens", { name: title, scopes: ["content:read"] });
  await make("/admin/invitations", { email });
  const hook = await make("/admin/webhooks", {
    name,
    url: `https://${host}/${kind}`,
    events: ["post.published", "post.updated", "post.deleted", "sheet.published", "sheet.updated", "comment.created"],
  });
  const user = await make("/admin/users", {
    username: cut(name, 50).replaceAll(" ", "_"),
    nickname: name,
    title: name,
    email,
    role: "EDITOR",
  });
  for (const [path, body] of [
    ["tags", { name: `${name} gone` }],
    ["categories", { name: `${name} gone` }],
    ["links", { name, url: `https://${host}/gone` }],
    ["menus", { name, url: "/gone" }],
  ] as const)
    await ada.must(204, "DELETE", `/admin/${path}/${(await make(`/admin/${path}`, body)).id}`);
  const importId = await ada.lookThrough(cut(name, 80), {
    "Fog over the harbour": name,
    "The Tern": name,
    Boats: name,
    "Nell Tarrant": name,
    "The Harbour Diary": name,
  });
  await expect.poll(async () => (await ada.get<{ state: string }>(`/admin/imports/${importId}`)).state).toBe("DONE");
  return { postId: post.id, sheetId: sheet.id, webhookId: hook.id, userId: user.id, importId, group: "site" };
}

/** What no request makes at once. */
function noteWhatComesByItself(): void {
  const db = new Sqlite(join(server.dataDir, "broadsheet.db"));
  const follower = db.prepare(
    "INSERT INTO followers (email, status, rhythm, asked_time, confirmed_time, create_time) VALUES (?, 'FOLLOWING', 'EACH', 1, 1, 1)",
  );
  const missed = db.prepare("INSERT INTO missed_addresses (path, hits, first_time, last_time) VALUES (?, 3, 1, 1)");
  const day = Math.floor(Date.now() / 86_400_000);
  const referrer = db.prepare("INSERT INTO daily_referrers (day, host, views) VALUES (?, ?, 7)");
  for (const name of Object.values(worst)) {
    follower.run(`${name}@example.org`);
    missed.run(`/${name}`);
    referrer.run(day, `${cut(name, 60)}.example`);
  }
  db.close();
}

const looks = [
  { width: 360, scheme: "light" },
  { width: 1280, scheme: "dark" },
] as const;

test("every page of the dashboard fits its window, cuts nothing and is sound, whatever things are called", async ({
  open,
}) => {
  const ada = owner(server);
  const ids = [];
  for (const kind of ["wide", "right", "word"] as const) ids.push(await callEverything(ada, kind));
  noteWhatComesByItself();
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_title", value: worst.wide }]);
  const paths = [...new Set(ids.flatMap((given) => dashboardPages(given)))];
  expect(paths.length).toBeGreaterThan(45);

  const first = await open();
  await becomeSignedIn(first, server);
  const faults: string[] = [];
  async function look(page: Page, path: string, { width, scheme }: (typeof looks)[number]): Promise<void> {
    await page.goto(server.url(path));
    await awake(page);
    const where = `${path} at ${width} px`;
    for (const fault of [...(await overflowing(page)).slice(0, 6), ...(await cutTexts(page, width > 640))])
      faults.push(`${where}: ${fault}`);
    await expectAccessible(page, [scheme], "ours", where).catch((failure: unknown) => faults.push(String(failure)));
  }
  await Promise.all(
    looks.map(async (how) => {
      const page = how === looks[0] ? first : await first.context().newPage();
      await page.setViewportSize({ width: how.width, height: 800 });
      await page.emulateMedia({ reducedMotion: "reduce", colorScheme: how.scheme });
      for (const path of paths) await look(page, path, how);
    }),
  );
  expect(faults).toEqual([]);
});
