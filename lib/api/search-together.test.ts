// Searches over the API that several wait for are made once, and count for whoever asks.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { env } from "../core/env";
import { anAdmin } from "../testing/actors";
import { openDesk } from "../testing/desk";
import { freshDatabase } from "../testing/setup";

const { trustProxy } = env;
beforeAll(() => void (env.trustProxy = 1));
afterAll(() => void (env.trustProxy = trustProxy));
beforeEach(freshDatabase);

it("whoever has searched too often refuses no search to those who look for the same words at the same time", async () => {
  await anAdmin();
  const desk = await openDesk();
  const search = async (word: string, network: string) =>
    (await desk.get(`/api/content/posts/search?keyword=${word}`, { "x-forwarded-for": network })).status;
  const often = "192.0.2.1";
  try {
    for (let i = 0; i < 60; i += 1) expect(await search(`river${i}`, often)).toBe(200);
    expect(await search("lake", often)).toBe(429);
    const others = Array.from({ length: 20 }, (_, i) => `198.51.100.${i}`);
    const asked = others.map(async (other) => {
      const refused = search("lake", often);
      return [await search("lake", other), await refused];
    });
    expect((await Promise.all(asked)).filter(([answered]) => answered !== 200)).toEqual([]);
  } finally {
    await desk.close();
  }
});
