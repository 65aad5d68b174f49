import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refuseForNow, restoring } from "./unavailable";

const server = createServer((req, res) => refuseForNow(req, res, restoring));
beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
afterAll(() => new Promise((closed) => server.close(closed)));

const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

it("a site that cannot answer says so on a page that loads and runs nothing", async () => {
  const { status, headers } = await ask("/archives/x?y");
  expect(status).toBe(503);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "retry-after": "5",
  });
});

it("programs get a problem, with why it is", async () => {
  const answer = await ask("/api/content/posts");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  expect(await answer.json()).toMatchObject({ code: "unavailable", state: "restoring" });
});
