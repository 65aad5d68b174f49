import { beforeEach, describe, expect, it } from "vitest";
import { anAdmin, anEditor, visitor } from "../../testing/actors";
import { faults, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { setOptions } from "../options/mutations";
import { createRedirect, deleteRedirect, takeRedirects, updateRedirect } from "./mutations";
import { getRedirectTable, listMissedAddresses, listRedirects } from "./queries";
import { getRedirectFor } from "./reading";
import { countHit, countMissed, flushTraces } from "./traces";
import { turnsDuring } from "../../testing/turns";

let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

const make = (source: string, target: string, more: { below?: boolean; status?: 301 | 302 | 308 | 410 } = {}) =>
  createRedirect(admin, { source, target, ...more });
const ledFrom = async (path: string) => {
  const led = await getRedirectFor(visitor, { path });
  return led && `${led.status} ${led.target}`.trim();
};

describe("a redirect", () => {
  it("leads from its address in any spelling, or from everything below it with what follows", async () => {
    await make("/old/港", "/archives/a?x=1#top");
    await make("/docs", "https://docs.example/v1/", { below: true, status: 308 });
    await make("/docs/gone", "", { status: 410 });
    for (const path of ["/old/港", "/old/%E6%B8%AF/", "/old/%e6%b8%af"])
      expect([path, await ledFrom(path)]).toEqual([path, "301 /archives/a?x=1#top"]);
    expect(await ledFrom("/old/港/more")).toBeNull();
    expect(await ledFrom("/docs")).toBe("308 https://docs.example/v1/");
    expect(await ledFrom("/docs/a b/c")).toBe("308 https://docs.example/v1/a%20b/c");
    await make("/port", "https://bücher.example/港口?ü#é");
    expect(await ledFrom("/port")).toBe("301 https://xn--bcher-kva.example/%E6%B8%AF%E5%8F%A3?%C3%BC#%C3%A9");
    expect([await ledFrom("/docs/gone"), await ledFrom("/docsother")]).toEqual(["410", null]);
  });

  it("stays on this site, whatever a stranger puts behind its source", async () => {
    await make("/old", "/", { below: true });
    for (const path of ["/old//evil.example", "/old/%2Fevil.example", "/old/%5Cevil.example", "/old/\\evil.example"])
      expect([path, await ledFrom(path)]).toEqual([
        path,
        expect.toSatisfy((led) => led === null || /^301 \/(?![/\\])/.test(String(led))),
      ]);
  });

  it("is refused without a source and a target that can be one, and where the source is taken", async () => {
    await setOptions(admin, { items: [{ key: "site_url", value: "https://jane.example" }] });
    for (const source of ["old", "/", "//evil.example", "https://jane.example/a", "/a?b", "/a\\b"])
      expect(await faults(make(source, "/new"))).toEqual(["source wrong_format"]);
    for (const target of ["//evil.example", "new", "/\\evil.example"])
      expect(await faults(make("/old", target))).toEqual(["target wrong_format"]);
    expect(await faults(make("/old", "javascript:alert(1)"))).toEqual(["target wrong_scheme"]);
    expect(await faults(make("/old", ""))).toEqual(["target required"]);
    // An address of this site is stored without its host, so that circles are seen.
    expect(await make("/old", "https://jane.example/new")).toMatchObject({ target: "/new", status: 301 });
    expect(await faults(make("/old/", "/other"))).toEqual(["source taken"]);
    await expect(createRedirect(await anEditor(), { source: "/x", target: "/y" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it.each([
    [[["/a", "/a"]]],
    [
      [
        ["/a", "/b"],
        ["/b", "/c"],
        ["/c", "/a/"],
      ],
    ],
    [
      [
        ["/a", "/b", true],
        ["/b/c", "/a/c"],
      ],
    ],
    [
      [
        ["/a/c", "/b", true],
        ["/b", "/a/c", true],
      ],
    ],
    [[["/a", "/a/b", true]]],
  ] as [string, string, boolean?][][][])("is refused where it closes a circle: %j", async (given) => {
    const last = given.at(-1);
    for (const [source, target, below = false] of given.slice(0, -1)) await make(source, target, { below });
    const [source = "", target = "", below = false] = last ?? [];
    expect((await refusal(make(source, target, { below }))).extra.reason).toBe("redirect_circle");
    expect((await listRedirects(admin, {})).total).toBe(given.length - 1);
  });

  it("follows a change and its deletion at once", async () => {
    const { id } = await make("/old", "/new");
    await updateRedirect(admin, { id, source: "/older", target: "/new", status: 302 });
    expect([await ledFrom("/old"), await ledFrom("/older")]).toEqual([null, "302 /new"]);
    await deleteRedirect(admin, { id });
    expect(await ledFrom("/older")).toBeNull();
  });
});

it("comes and goes as a table, whole or not at all", async () => {
  await make("/a", "/old");
  const csv = 'from,to,match,status\r\n/a,/b,exact,301\r\n"/c, d",https://x.example/,below,302\r\n/e,,,410\r\n';
  expect(await takeRedirects(admin, { csv })).toEqual({ created: 2, changed: 1, same: 0 });
  const { csv: out } = await getRedirectTable(admin, {});
  expect(await takeRedirects(admin, { csv: out })).toEqual({ created: 0, changed: 0, same: 3 });
  for (const [wrong, message] of [
    ["from,to\n/f,/g\n/h,nowhere\n", /^Line 3:/],
    ["from,to,status\n/f,/g,999\n", /^Line 2: status/],
    ["from,to,match\n/f,/g,all\n", /^Line 2: match/],
    ["/f,/g\n", /first line/],
  ] as const)
    expect((await refusal(takeRedirects(admin, { csv: wrong }))).message).toMatch(message);
  const long = `from,to\n${"/f,/g\n".repeat(5001)}`;
  expect(await faults(takeRedirects(admin, { csv: long }))).toEqual(["csv too_many_lines"]);
  expect((await listRedirects(admin, {})).total).toBe(3);
});

it("refuses a path that is longer than an index takes", async () => {
  const letters = Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000))).join(
    "",
  );
  expect(await refusal(make(`/${letters}`, "/new"))).toMatchObject({
    extra: { errors: [{ field: "source", code: "too_long" }] },
  });
});

it("takes what no database keeps in plain for no escape", async () => {
  expect((await listRedirects(admin, { keyword: "/%00" })).items).toEqual([]);
  expect((await make("/a%00b", "/new")).source).toBe("/a%2500b");
});

it("is answered so that it can be sent again, whatever its address holds", async () => {
  const sources = [
    "/old/港",
    "/who%3F",
    "/%2541",
    "/50%25",
    "/a%23b",
    "/a%5Cb",
    "/tab%09",
    "/space%20",
    "/my page",
    "/%25E6",
  ];
  for (const source of sources) expect(await make(source, "/new")).toMatchObject({ source });
  const { items } = await listRedirects(admin, { size: 100 });
  for (const { id, source, target } of items)
    expect(await updateRedirect(admin, { id, source, target })).toMatchObject({ id, source });
  // And found by it, however it is written.
  for (const source of sources)
    for (const keyword of [source, decodeURIComponent(source), encodeURI(decodeURIComponent(source)), source.slice(1)])
      expect((await listRedirects(admin, { keyword })).items.map((item) => item.source)).toContain(source);
  expect((await listRedirects(admin, { keyword: "%3f" })).items.map((item) => item.source)).toEqual(["/who%3F"]);
  const { csv } = await getRedirectTable(admin, {});
  expect(await takeRedirects(admin, { csv })).toEqual({ created: 0, changed: 0, same: sources.length });
  expect([await ledFrom("/who%3f"), await ledFrom("/who"), await ledFrom("/A")]).toEqual(["301 /new", null, null]);
  countMissed("/what?", "192.0.2.1");
  await flushTraces();
  const [missed] = (await listMissedAddresses(admin, { keyword: "what%3F" })).items;
  await make(missed?.path ?? "", "/new");
  expect((await listMissedAddresses(admin, {})).total).toBe(0);
});

it("comes as a table of thousands while others are answered", async () => {
  const lines = Array.from({ length: 4_000 }, (_, i) => `/old/${i},/archives/new-${i}`);
  const take = async () =>
    expect(await takeRedirects(admin, { csv: `from,to\n${lines.join("\n")}\n` })).toMatchObject({ created: 4_000 });
  expect(await turnsDuring(take)).toBeGreaterThan(100);
  // A slash at its end makes no other address, and of two lines the last counts.
  const again = "from,to\n/old/1/,/archives/new-1\n/old/2,/a\n/old/2,/b\n";
  expect(await takeRedirects(admin, { csv: again })).toEqual({ created: 0, changed: 1, same: 1 });
  expect(await ledFrom("/old/2")).toBe("301 /b");
});

describe("what was counted", () => {
  it("is stored with the next flush, and a redirect takes its address off the list", async () => {
    const { id } = await make("/old", "/new");
    countHit(id);
    countHit(id);
    for (const path of ["/lost", "/lost", "/other"]) countMissed(path, "192.0.2.1");
    await flushTraces();
    expect((await listRedirects(admin, {})).items[0]).toMatchObject({ hits: 2 });
    expect((await listMissedAddresses(admin, {})).items).toMatchObject([
      { path: "/lost", hits: 2 },
      { path: "/other", hits: 1 },
    ]);
    await make("/lost", "/new");
    expect((await listMissedAddresses(admin, {})).items.map(({ path }) => path)).toEqual(["/other"]);
  });

  it("is bounded: new addresses of a network, their length, and all that are stored", async () => {
    for (let i = 0; i < 30; i += 1) countMissed(`/invented/${i}`, "192.0.2.1");
    countMissed(`/${"x".repeat(300)}`, "192.0.2.2");
    countMissed("/a\u0007b", "192.0.2.2");
    await flushTraces();
    expect((await listMissedAddresses(admin, {})).total).toBe(20);
    countMissed("/asked/often", "198.51.100.1");
    countMissed("/asked/often", "198.51.100.1");
    await flushTraces();
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 400; i += 1) countMissed(`/round/${round}/${i}`, `203.0.113.${i}`);
      await flushTraces();
    }
    const { items, total } = await listMissedAddresses(admin, {});
    expect([total, items[0]?.path]).toEqual([500, "/asked/often"]);
  });
});
