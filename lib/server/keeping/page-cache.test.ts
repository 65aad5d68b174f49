import { beforeEach, describe, expect, it } from "vitest";
import { memoryInUse } from "../../testing/memory";
import { Left } from "../../core/sender";
import type { Turn } from "./joint-making";
import { PageCache } from "./page-cache";
import { packer } from "./packing";

const text = Buffer.from("<p>The same words again and again.</p>\n".repeat(1000));
const answerWith = (body: Buffer, status = 200) =>
  packer({ status, headers: [["Content-Type", "text/html"]], body, viewOf: null });
const making =
  (status = 200, body = text) =>
  async () => ({ answer: answerWith(body, status), cacheKeys: new Set(["posts"]), cacheable: true });

let cache: PageCache;
beforeEach(() => void (cache = new PageCache(10_000_000, async () => Number.POSITIVE_INFINITY)));

describe("the cache", () => {
  it("counts what it holds: the packed body alone until somebody asks for another form", async () => {
    await cache.get("/a", "br", making());
    expect(cache.bytes).toBeLessThan(text.byteLength / 10);
    const whole = await cache.get("/a", "identity", making());
    expect(whole.body).toEqual(text);
    expect(cache.bytes).toBeGreaterThan(text.byteLength);
    expect([cache.misses, cache.count]).toEqual([1, 1]);
    cache.drop(["posts"]);
    expect([cache.bytes, cache.count]).toEqual([0, 0]);
  });

  it.each(["br", "gzip", "identity"] as const)("counts the memory that short pages take, as %s", async (encoding) => {
    const memory = () => {
      const { objects, buffers } = memoryInUse();
      return objects + buffers;
    };
    const large = new PageCache(100_000_000, async () => Number.POSITIVE_INFINITY);
    const before = memory();
    for (let i = 0; i < 1000; i += 1)
      await large.get(`/archives/post-${i}`, encoding, async () => ({
        answer: packer({
          status: 200,
          headers: [["Link", `</archives/post-${i - 1}>; rel="prev"; title="${"x".repeat(500)}"`]],
          body: Buffer.from(`<p>The words of text ${i}.</p>\n`.repeat(30)),
          viewOf: null,
        }),
        cacheKeys: new Set(Array.from({ length: 30 }, (_, k) => (k < 15 ? `tag:${k}` : `post:${i * 15 + k}`))),
        cacheable: true,
      }));
    const share = large.bytes / (memory() - before);
    expect(large.count).toBe(1000);
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(1.3);
  });

  it("keeps nothing of the rest of an address that a page was asked for at", async () => {
    const large = new PageCache(100_000_000, async () => Number.POSITIVE_INFINITY);
    const before = memoryInUse().objects;
    for (let i = 0; i < 1000; i += 1) {
      const asked = Buffer.from(`/archives/post-number-${i}?x=${"x".repeat(8_000)}`).toString("latin1");
      await large.get(asked.slice(0, asked.indexOf("?")), "identity", making(200, Buffer.from("short")));
    }
    expect(large.count).toBe(1000);
    expect(memoryInUse().objects - before).toBeLessThan(5_000_000);
  });

  it("makes an answer for those who wait for the same, though whoever asked first has left", async () => {
    const gone: Turn = { of: "one", take: () => Promise.reject(new Left()), before: () => 0, hasLeft: () => true };
    const there: Turn = { of: "one", take: (work) => work(), before: () => 0, hasLeft: () => false };
    const [first, second] = [gone, there].map((turn) => cache.get("/a", "identity", making(), async () => turn));
    await expect(first).rejects.toThrow(Left);
    expect((await second)?.body).toEqual(text);
  });

  it("finds out once that all have left who waited for the same", async () => {
    let turns = 0;
    const gone: Turn = {
      of: "one",
      take: async () => {
        turns += 1;
        throw new Left();
      },
      before: () => 0,
      hasLeft: () => true,
    };
    const asked = Array.from({ length: 1000 }, () => cache.get("/a", "identity", making(), async () => gone));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect([refused.length, turns]).toEqual([1000, 1]);
  });

  it("makes what is counted for whoever asks for each line by itself: one's refusal is not another's", async () => {
    const turn = (of: string): Turn => ({
      of,
      take: (work) => work(),
      before: () => 0,
      hasLeft: () => false,
      counts: true,
    });
    const made = (status: number) => async () => ({ ...(await making(status)()), cacheable: false });
    const asked = ["one", "other", "other"].map((of) =>
      cache.get("/a?keyword=b", "identity", made(of === "one" ? 429 : 200), async () => turn(of)),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([429, 200, 200]);
  });

  it.each([
    ["addresses where nothing is", (i: number) => `/nobody-${i}`, 404],
    ["other spellings of an address", (i: number) => `/archives/%70ost-${i}`, 200],
    ["queries", (i: number) => `/archives?comments=${i}`, 200],
  ])("keeps the site's pages however many %s are made up", async (_name, invented, status) => {
    const pages = Array.from({ length: 50 }, (_, i) => `/archives/post-${i}`);
    for (const page of pages) await cache.get(page, "identity", making());
    const body = Buffer.alloc(20_000, "x");
    for (let i = 0; i < 1000; i += 1) await cache.get(invented(i), "identity", making(status, body));
    expect(pages.filter((page) => cache.peek(page, "identity") === undefined)).toEqual([]);
    expect(cache.bytes).toBeLessThan(10_000_000);
    expect(cache.peek(invented(999), "identity")).toBeDefined();
    expect(cache.peek(invented(0), "identity")).toBeUndefined();
  });

  it("keeps the site's pages however many long ones there are, also of those that became long by another packing", async () => {
    const pages = Array.from({ length: 50 }, (_, i) => `/archives/post-${i}`);
    for (const page of pages) await cache.get(page, "identity", making());
    const body = Buffer.alloc(400_000, "x");
    for (let i = 0; i < 40; i += 1) {
      const long = `/archives/long-${i}`;
      if (i % 2 === 0) await cache.get(long, "br", making(200, body));
      expect((await cache.get(long, "identity", making(200, body))).body.byteLength).toBe(400_000);
      expect(cache.peek(long, "identity")).toBeDefined();
    }
    expect(pages.filter((page) => cache.peek(page, "identity") === undefined)).toEqual([]);
    expect([cache.peek("/archives/long-38", "br"), cache.peek("/archives/long-0", "identity")]).toEqual([
      expect.anything(),
      undefined,
    ]);
    expect(cache.bytes).toBeLessThan(10_000_000);
    cache.drop(["posts"]);
    expect([cache.bytes, cache.count]).toEqual([0, 0]);
  });

  it("forgets what nobody found there when something comes to stand there", async () => {
    await cache.get("/a", "identity", making(404));
    cache.drop(["posts"]);
    expect((await cache.get("/a", "identity", making())).status).toBe(200);
    expect(cache.peek("/a", "identity")?.status).toBe(200);
  });
});
