// Whoever asks the database waits for their network's turn first: with another server's database, questions wait for each
// other, and those of one network's thousand connections would come before everybody else's.
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { env } from "../core/env";
import { engine } from "../core/operation";
import { createLink } from "../features/links/mutations";
import { anActor, anAdmin } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { aPost } from "../testing/factories";
import { FairTurns } from "../services/limits/fair-turns";
import { freshDatabase } from "../testing/setup";
import { postgres } from "../../db/dialect";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));

/** The pages that are made at a time. */
const AT_ONCE = 4;
const making: ServerResponse[] = [];
let desk: Awaited<ReturnType<typeof openDesk>>;
/** The statements that were run. */
let statements: string[];

/** Notes each statement from here on that is made ready on this database. */
function noteStatements(): void {
  const client = engine().reader.$client;
  const prepare = client.prepare.bind(client) as (sql: string) => Record<"all" | "get" | "run", () => unknown>;
  Object.assign(client, {
    prepare(sql: string) {
      const statement = prepare(sql);
      for (const manner of ["all", "get", "run"] as const) {
        const own = statement[manner];
        statement[manner] = (...values) => {
          statements.push(sql);
          return own.apply(statement, values);
        };
      }
      return statement;
    },
  });
}

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  await aPost(undefined, { slug: "present" });
  statements = [];
  making.length = 0;
  if (!postgres) noteStatements();
  desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    if (/^\/(login|markdown\/.*present|search\?keyword=held)/.test(req.url ?? "")) return void making.push(res);
    res.writeHead(404, { "content-type": "text/html" }).end("<!doctype html><html><body>nothing</body></html>");
  });
});
afterEach(() => desk.close());

const rest = async () => {
  for (let i = 0; i < 200; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

it
  .skipIf(postgres)
  .each([
    "/nothing-here",
    "/nothing.css",
    "/a/b/c",
    "/nothing-here/",
    "/?p=7",
    "/?page_id=7",
    "/feed/none",
    "/2019/05",
    "/archives/none",
    "/archives/2019/05/none",
    "/tags/none",
    "/categories/none",
    "/authors/none",
    "/journals/77",
    "/wp-content/uploads/none-150x150.jpg",
    "/uploads/2026/11/abcdefghij012345/none.jpg",
    "/preview/none",
    "/confirm?token=none",
    "/search?keyword=none",
    "/comments/posts/77/feed.xml",
    "/markdown/archives/none",
    "/archives/none.md",
  ])("a stranger's request for %s asks the database nothing before its turn", async (path) => {
  // The page is kept, and what is remembered until any commit is forgotten.
  await desk.get(path, { "x-forwarded-for": "192.0.2.9" });
  await createLink(await anActor("ADMIN"), { name: "A link", url: "https://example.org/" });
  // What is asked once for everybody is known again.
  await desk.get("/another/nothing", { "x-forwarded-for": "192.0.2.9" });
  // Texts as Markdown and searches have turns of their own.
  const pages = path.endsWith(".md")
    ? ["/archives/present.md"]
    : path.startsWith("/search?keyword")
      ? ["/search?keyword=held", "/search?keyword=held-too"]
      : Array.from({ length: AT_ONCE }, () => "/login");
  const held = pages.map((page, i) => desk.get(page, { "x-forwarded-for": `198.51.${i}.1` }));
  await expect.poll(() => making.length).toBe(pages.length);
  await rest();
  statements.length = 0;
  const inLine = vi.spyOn(FairTurns.prototype, "take");
  let isAnswered = false;
  const asked = desk.get(path, { "x-forwarded-for": "192.0.2.1" }).then(() => (isAnswered = true));
  // What asks for no turn is answered at once.
  await expect.poll(() => isAnswered || inLine.mock.calls.length > 0).toBe(true);
  inLine.mockRestore();
  const early = [...statements];
  for (const res of making) res.writeHead(200, { "content-type": "text/html" }).end("<p>made</p>");
  await Promise.all([asked, ...held]);
  expect(early).toEqual([]);
});
