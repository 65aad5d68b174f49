import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Destination, destinations, ownDestinations, rail } from "../components/admin/destinations";
import { abilitiesOf, type Role, roles, visitor } from "../lib/core/access";
import type { Shell } from "../lib/features/statistics/dashboard-schema";
import { type Api, logIn } from "./rig/api";
import { enter, expectSound } from "./rig/desk";
import { ask, elsewhere } from "./rig/http";
import { root } from "./rig/server";
import { owner, serveSite, sessionOf } from "./rig/site";
import { expect, test } from "./rig/test";

/*
 * What each role sees and is refused, by address and by action: every page of the tree and every action of its files,
 * compared with the access table.
 */
test.describe.configure({ mode: "serial" });

const server = serveSite();
let ada: Api;
const password = "a kettle on the stove";
const personOf = (role: Role) => ({ username: role.toLowerCase(), password });
const cookies = {} as Record<Role, string>;
const ids: Record<string, string> = {};

test.beforeAll(async () => {
  ada = owner(server);
  for (const role of roles) {
    await ada.must(201, "POST", "/admin/users", {
      ...personOf(role),
      nickname: role,
      email: `${role.toLowerCase()}@example.org`,
      title: "x",
      role,
    });
    cookies[role] = await sessionOf(server, personOf(role));
  }
  const [post, sheet] = [await ada.post({ title: "One" }), await ada.sheet({ title: "Two" })];
  const hook = await ada.must<{ id: number }>(201, "POST", "/admin/webhooks", {
    name: "Hook",
    url: "https://hooks.example.com/",
    events: ["post.published"],
  });
  Object.assign(ids, { postId: post.id, sheetId: sheet.id, webhookId: hook.id, userId: 1, group: "mail" });
  ids.importId = String(await ada.lookThrough());
});

const may = (role: Role) => abilitiesOf({ ...visitor, role, id: 1 });
const places: readonly Destination[] = [
  ...ownDestinations,
  ...rail.flatMap((place: Destination) => [...(place.parts ?? []), place]),
];
/** The ability that a page needs: of the nearest place above it. */
const neededFor = (path: string) =>
  places
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0]?.can ?? "be signed in";

/** The addresses of all pages of the dashboard. */
const pages = readdirSync(join(root, "app/admin"), { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file) === "page.tsx" && !file.includes("[..."))
  .map((file) => join("/admin", dirname(file)))
  .sort();
const addressOf = (path: string) => path.replace(/\[(\w+)\]/g, (_, name: string) => String(ids[name]));

for (const role of roles)
  test(`${role}: the pages that the access table allows open, all others are not there`, async () => {
    expect(pages.length).toBeGreaterThan(25);
    for (const path of pages) {
      const { status, headers } = await ask(server, addressOf(path), { headers: { cookie: cookies[role] } });
      const isAllowed = may(role).includes(neededFor(path));
      // Somebody without a first page is led to the one of their own.
      if (path === "/admin" && !isAllowed) {
        expect([status, headers.location]).toEqual([307, "/admin/profile"]);
        continue;
      }
      // That a text of somebody else cannot be opened, the editor says itself.
      expect([path, status]).toEqual([path, isAllowed ? 200 : 404]);
    }
  });

/** The actions of each file, with the ability of their operation as far as its source says it. */
function actionsOf(file: string): { name: string; can: string | null }[] {
  const code = readFileSync(join(root, file), "utf8");
  const sources = new Map<string, string>();
  for (const [, clause = "", path = ""] of code.matchAll(/import \{([^}]*)\} from "([^"]+)"/g))
    for (const name of clause.split(","))
      sources.set(name.trim().split(" as ").at(-1) ?? "", join(dirname(file), path));
  return [...code.matchAll(/export const (\w+) = \w+\(\s*(?:"[^"]*",\s*)?(\w+)/g)].map(
    ([, name = "", operation = ""]) => {
      const path = sources.get(operation);
      const source = path?.includes("lib/") ? readFileSync(join(root, `${path}.ts`), "utf8") : "";
      const [, can = null] =
        new RegExp(`export const ${operation} = \\w+\\("[^"]+", \\{\\s*can: "([^"]+)"`).exec(source) ?? [];
      return { name, can };
    },
  );
}

type Manifest = {
  node: Record<string, { workers: Record<string, unknown>; filename?: string; exportedName?: string }>;
};

test("an action that a role may not take is refused", async () => {
  const { node } = JSON.parse(
    readFileSync(join(root, ".next/server/server-reference-manifest.json"), "utf8"),
  ) as Manifest;
  const known = new Map(
    Object.entries(node).map(([id, { workers, filename = "", exportedName = "" }]) => [
      `${filename}#${exportedName}`,
      { id, workers: Object.keys(workers) },
    ]),
  );
  const files = readdirSync(join(root, "app/admin"), { recursive: true, encoding: "utf8" })
    .filter((file) => basename(file) === "actions.ts")
    .map((file) => join("app/admin", file));
  let refused = 0;
  for (const file of files)
    for (const { name, can } of actionsOf(file)) {
      const entry = [...known].find(([key]) => key.endsWith(`${file}#${name}`))?.[1];
      if (!entry) continue;
      const ability = can ?? neededFor(dirname(file).replace(/^app/, ""));
      for (const role of roles.filter((each) => !(may(each) as string[]).includes(ability))) {
        const [worker = "app/admin/profile/page"] = entry.workers;
        const { text } = await ask(server, addressOf(worker.replace(/^app/, "").replace(/\/page$/, "")), {
          method: "POST",
          headers: {
            cookie: cookies[role],
            origin: server.origin,
            accept: "text/x-component",
            "content-type": "text/plain;charset=UTF-8",
            "next-action": entry.id,
          },
          body: "[{}]",
          // More than one network may send in a minute.
          from: elsewhere(),
        });
        expect([name, role, /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([name, role, "forbidden"]);
        refused += 1;
      }
    }
  expect(refused).toBeGreaterThan(100);
});

test("each role sees in the rail what it may do, and nothing else", async ({ open }) => {
  for (const role of roles) {
    const page = await open();
    const first = may(role).includes("see the dashboard") ? "/admin" : "/admin/profile";
    await enter(page, server, first, personOf(role));
    const links = await page
      .getByRole("navigation", { name: "Dashboard" })
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const shown = destinations({ abilities: may(role) } as Shell);
    expect([role, links]).toEqual([role, shown.map(({ href }) => href)]);
    await expect(page.getByRole("link", { name: "New post" })).toHaveCount(may(role).includes("write posts") ? 1 : 0);
  }
});

test("a subscriber has a profile and sees what became of own comments", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/profile", personOf("SUBSCRIBER"));
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await expectSound(page, "a subscriber's profile");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "My comments" }).click();
  await expect(page.getByText("You have written no comments while signed in.")).toBeVisible();
  const reader = await logIn(server, personOf("SUBSCRIBER"));
  await reader.must(201, "POST", "/content/posts/comments", {
    postId: Number(ids.postId),
    author: "x",
    content: "From somebody who reads.",
  });
  await page.reload();
  await expect(page.locator("[data-row]")).toContainText("From somebody who reads.");
  await expect(page.locator("[data-row]")).toContainText("on One");
  await expectSound(page, "one's own comments");
  const missing = await page.goto(server.url("/admin/posts"));
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
});
