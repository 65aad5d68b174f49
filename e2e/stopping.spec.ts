import { account, type Api } from "./rig/api";
import { ask, json } from "./rig/http";
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

test("a restart forgets no limit of strangers, and one that was killed none of some seconds before", async () => {
  const server = siteServer();
  await server.start();
  const ada = owner(server);
  const { id } = await ada.post({ title: "Liked" });
  const journal = await ada.journal({ sourceContent: "Liked." });
  const likes = async () => {
    const { text } = await ask(server, `/api/content/journals/${journal.id}/likes`, { method: "POST" });
    return (JSON.parse(text) as { likes: number }).likes;
  };
  const signIn = async (password: string) =>
    (await ask(server, "/api/admin/login", json({ username: account.username, password }))).status;
  const comment = async (i: number) =>
    (
      await ask(
        server,
        `/api/content/posts/comments`,
        json({ postId: id, author: "Reader", email: "reader@example.org", content: `Comment ${i}` }),
      )
    ).status;
  const search = async (i: number) => (await ask(server, `/search?keyword=${i}`)).status;

  expect(await likes()).toBe(1);
  for (let i = 0; i < 5; i += 1) expect(await signIn("wrong")).toBe(401);
  for (let i = 0; i < 10; i += 1) expect(await comment(i)).toBe(201);
  for (let i = 0; i < 60; i += 1) expect(await search(i)).toBe(200);
  await server.restart();
  const all = async () => [await signIn(account.password), await comment(10), await search(61), await likes()];
  expect(await all()).toEqual([429, 429, 429, 1]);
  await server.kill();
  await server.start();
  expect(await all()).toEqual([429, 429, 429, 1]);
  await server.end();
});
