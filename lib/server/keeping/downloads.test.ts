import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { marked } from "../../doors/personal-cookies";
import { openDesk } from "../../testing/desk";
import { freshDatabase } from "../../testing/setup";
import { isDownload } from "./downloads";

/** The addresses of the dashboard that answer with a file to store, by what stands in their handlers. */
const stored = readdirSync("app/admin", { recursive: true, encoding: "utf8" })
  .filter((name) => /(?:^|\/)route\.ts$/.test(name))
  .filter((name) => /content-disposition|doors\/download/.test(readFileSync(join("app/admin", name), "utf8")))
  .map((name) => `/admin/${name.replace(/\/route\.ts$/, "")}`);

it("knows all files of the dashboard that are made when they are asked for", () => {
  expect(stored.length).toBeGreaterThan(2);
  expect(stored.filter((path) => !isDownload(path))).toEqual([]);
});

describe("another site leads somebody who is signed in", () => {
  let desk: Awaited<ReturnType<typeof openDesk>>;
  let asked: string[];
  const name = "next-auth.session-token";
  const cookie = `${name}=${marked(name, "x", "/admin")}`;

  beforeEach(async () => {
    await freshDatabase();
    asked = [];
    desk = await openDesk(async ({ url = "" }: IncomingMessage, res: ServerResponse) => {
      asked.push(url);
      res.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  afterEach(() => desk.close());

  it.each(stored)("to the file %s, which is refused", async (path) => {
    for (const site of ["cross-site", "same-site"]) {
      const { status, headers } = await desk.get(path, { cookie, "sec-fetch-site": site });
      expect([status, headers["cross-origin-opener-policy"]]).toEqual([403, "same-origin"]);
    }
    expect(asked).toEqual([]);
    for (const site of ["same-origin", "none"]) {
      const { status } = await desk.get(path, { cookie, "sec-fetch-site": site });
      expect(status).toBe(200);
    }
  });

  const paths = ["/admin/counts", "/admin", "/login", "/setup", "/api/auth/session", "/preview/x", "/confirm"];
  it.each(paths)("to %s, whose window is cut off, for a stranger too", async (path) => {
    for (const given of [cookie, ""]) {
      const { headers } = await desk.get(path, { cookie: given, "sec-fetch-site": "cross-site" });
      const policies = ["opener", "resource"].map((kind) => headers[`cross-origin-${kind}-policy`]);
      expect(policies).toEqual(["same-origin", "same-origin"]);
    }
  });
});
