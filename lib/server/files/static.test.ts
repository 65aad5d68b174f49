import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { staticFiles } from "./static";

it("every script of public pages, and what it loads, is given to a preview, which has no origin", async () => {
  const files = staticFiles();
  const server = createServer((req, res) => files(req, res, () => void res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const scripts = readdirSync("public").filter((name) => /\.(js|css)$/.test(name));
  expect(scripts).toEqual(expect.arrayContaining(["site.js", "own.js", "photos.js"]));
  for (const name of scripts) {
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`, { headers: { Origin: "null" } });
    await answer.body?.cancel();
    expect([name, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([name, 200, "*"]);
  }
  server.closeAllConnections();
  server.close();
});
