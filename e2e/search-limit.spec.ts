import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

test.beforeAll(async () => {
  const ada = owner(server);
  await ada.post({ title: "Harbour letter", originalContent: "Nothing of note." });
});

test("whoever searches too often is asked to wait, on every way to a search; what is kept is still found", async ({
  reader,
  accessible,
}) => {
  for (let i = 0; i < 60; i += 1) expect((await ask(server, `/search?keyword=harbour+${i}`)).status).toBe(200);

  for (const [path, headers] of [
    ["/search?keyword=harbour", {}],
    ["/search?keyword=harbour", { cookie: "unlock=x" }],
    ["/%73earch?keyword=harbour", { cookie: "unlock=x" }],
  ] as const) {
    const refused = await ask(server, path, { headers });
    expect([refused.status, refused.text.includes("Too many searches.")]).toEqual([429, true]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
  const overApi = await ask(server, "/api/content/posts/search?keyword=harbour");
  expect([overApi.status, overApi.headers["content-type"]]).toEqual([429, "application/problem+json"]);
  expect(Number(overApi.headers["retry-after"])).toBeGreaterThan(0);

  expect((await ask(server, "/search?keyword=harbour+7")).status).toBe(200);
  expect((await ask(server, "/search")).status).toBe(200);

  await reader.goto(server.url("/search?keyword=letter"));
  await expect(reader.getByRole("heading", { level: 2 })).toHaveText("Too many searches.");
  await accessible(reader, "light", "dark");
  expect(await overflowing(reader)).toEqual([]);
});
