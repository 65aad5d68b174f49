// A refused form is shown again with what was sent, however long. That counts for whoever has sent it.
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "../core/env";
import { openDesk } from "../testing/desk";
import { freshDatabase } from "../testing/setup";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));
beforeEach(() => freshDatabase());

it("a long answer to somebody's form counts as several for their network, and for nobody else", async () => {
  const desk = await openDesk(async (req, res) => {
    if (req.url?.startsWith("/api/auth/")) return void res.end("{}");
    res
      .writeHead(200, { "content-type": "text/html" })
      .end(`<p>${"a".repeat(req.method === "POST" ? 400_000 : 10)}</p>`);
  });
  const send = (from: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { "x-forwarded-for": from, "content-type": "multipart/form-data; boundary=b" };
      request({ port: desk.port, host: "127.0.0.1", path: "/login", method: "POST", headers, agent: false }, (res) => {
        res.resume().on("end", () => resolve(res.statusCode));
      })
        .on("error", reject)
        .end('--b\r\ncontent-disposition: form-data; name="form"\r\n\r\na\r\n--b--\r\n');
    });
  const sent: (number | undefined)[] = [];
  for (let i = 0; i < 12; i += 1) sent.push(await send("192.0.2.81"));
  expect(sent.filter((status) => status === 429)).toHaveLength(2);
  expect(await send("192.0.2.82")).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 20; i += 1)
    statuses.push((await desk.get(`/login?a=${i}`, { "x-forwarded-for": "192.0.2.83" })).status);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  await desk.close();
});
