import { type Api } from "./rig/api";
import { owner, siteServer } from "./rig/site";
import { expect, test } from "./rig/test";

test("what runs when the server is told to stop is finished, and then it stops", async () => {
  const server = siteServer({ WARM_UP: "on" });
  await server.start();
  const ada: Api = owner(server);
  // Each sends the next as soon as it has an answer, so that some run whenever the server is told.
  const acknowledged: { status: number; id: number; title: string }[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let i = 0; ; i += 1) {
      const title = `Running ${writer}.${i}`;
      const answer = await ada
        .call<{ id: number }>("POST", "/admin/posts", {
          title,
          status: "PUBLISHED",
          originalContent: "A long text. ".repeat(500),
        })
        .catch(() => "refused" as const);
      if (answer === "refused") return;
      acknowledged.push({ status: answer.status, id: answer.body.id, title });
    }
  };
  const writers = Array.from({ length: 20 }, (_, writer) => write(writer));
  await expect.poll(() => acknowledged.length, { intervals: [1] }).toBeGreaterThan(0);
  await server.stop();
  await Promise.all(writers);
  expect(acknowledged.map(({ status }) => status)).toEqual(acknowledged.map(() => 201));

  await server.start();
  for (const { id, title } of acknowledged) expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({ title });
  await server.end();
});

test("a visitor who holds a connection open does not keep the server from stopping", async () => {
  const server = siteServer({ WARM_UP: "on" });
  await server.start();
  // `fetch` keeps its connections; a second signal changes nothing.
  await Promise.all(Array.from({ length: 5 }, () => fetch(server.url("/"))));
  process.kill(server.pid, "SIGTERM");
  await server.end();
});

test("an interrupt stops it as well", async () => {
  const server = siteServer({ WARM_UP: "on" });
  await server.start();
  process.kill(server.pid, "SIGINT");
  await server.end();
});
