import { type Api, install } from "./rig/api";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

test("what runs when the server is told to stop is finished, and then it stops", async () => {
  const server = new Server();
  await server.start();
  const ada: Api = await install(server);
  const running: Promise<{ status: number; title: string } | "refused">[] = [];
  const settled = { count: 0 };
  for (let i = 0; i < 40; i += 1)
    running.push(
      ada
        .call<{ title: string }>("POST", "/admin/posts", { title: `Running ${i}`, status: "PUBLISHED", originalContent: "A long text. ".repeat(500) })
        .then(({ status, body }) => ({ status, title: body.title }))
        .catch(() => "refused" as const)
        .finally(() => (settled.count += 1)),
    );
  await expect.poll(() => settled.count, { intervals: [1] }).toBeGreaterThan(0);
  expect(settled.count, "requests that were over before the server was told").toBeLessThan(40);
  await server.stop();
  const outcomes = await Promise.all(running);
  const acknowledged = outcomes.filter((outcome) => outcome !== "refused");
  expect(acknowledged.map(({ status }) => status)).toEqual(acknowledged.map(() => 201));

  await server.start();
  const stored = await ada.get<{ title: string }[]>("/admin/posts?size=100");
  const titles = new Set(stored.map(({ title }) => title));
  for (const { title } of acknowledged) expect(titles, title).toContain(title);
  await server.end();
});

test("a visitor who holds a connection open does not keep the server from stopping", async () => {
  const server = new Server();
  await server.start();
  // `fetch` keeps its connections; a second signal changes nothing.
  await Promise.all(Array.from({ length: 5 }, () => fetch(server.url("/"))));
  process.kill(server.pid, "SIGTERM");
  await server.end();
});

test("an interrupt stops it as well", async () => {
  const server = new Server();
  await server.start();
  process.kill(server.pid, "SIGINT");
  await server.end();
});
