import { createSocket, type Socket } from "node:dgram";
import { writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { addressesOf } from "./names";

let socket: Socket | undefined;
afterEach(async () => {
  const open = socket;
  socket = undefined;
  await new Promise<void>((resolve) => (open ? open.close(() => resolve()) : resolve()));
});

const TYPES = { 1: "A", 28: "AAAA" } as Record<number, string>;

/** A name server that answers as it is told; null: never. */
async function nameServer(answer: (name: string, type: string) => Buffer[] | null) {
  const asked: string[] = [];
  const server = createSocket("udp4");
  socket = server;
  server.on("message", (question, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
    const [name, type] = [labels.join("."), TYPES[question.readUInt16BE(at + 1)] ?? ""];
    asked.push(`${name} ${type}`);
    const records = answer(name, type);
    if (records === null) return;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    for (const [place, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * place);
    const answers = records.map((data) => {
      const record = Buffer.alloc(12);
      for (const [place, value] of [0xc00c, data.length === 4 ? 1 : 28, 1, 0, 60, data.length].entries())
        record.writeUInt16BE(value, 2 * place);
      return Buffer.concat([record, data]);
    });
    server.send(Buffer.concat([head, question.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  return { asked, servers: [`127.0.0.1:${server.address().port}`] };
}

const V4 = Buffer.from([192, 0, 2, 7]);
const V6 = Buffer.from("20010db8000000000000000000000007", "hex");
const never = new AbortController().signal;
const sorted = (found: { address: string }[]) => found.map(({ address }) => address).sort();

it("answers all addresses of a name", async () => {
  const { servers } = await nameServer((_name, type) => [type === "A" ? V4 : V6]);
  expect(sorted(await addressesOf("Shop.Example.", never, { servers }))).toEqual(["192.0.2.7", "2001:db8::7"]);
});

it("answers none of a name that has more than any site", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => Buffer.from([192, 0, 2, i]));
  const of = async (count: number) => {
    const { servers } = await nameServer((_name, type) => (type === "A" ? many(count) : []));
    const found = await addressesOf("shop.example", never, { servers });
    await new Promise<void>((resolve) => socket?.close(() => resolve()));
    socket = undefined;
    return found.length;
  };
  expect([await of(64), await of(65)]).toEqual([64, 0]);
});

it("answers none of a name that has none", async () => {
  const { servers } = await nameServer(() => []);
  expect(await addressesOf("shop.example", never, { servers })).toEqual([]);
});

it("does not keep a name waiting for others whose servers never answer, and gives those up when told to", async () => {
  const { asked, servers } = await nameServer((name) => (name.startsWith("never") ? null : [V4]));
  const end = new AbortController();
  let over = 0;
  const hung = Array.from({ length: 40 }, async (_, i) => {
    const found = await addressesOf(`never${i}.example`, end.signal, { servers });
    over += 1;
    return found;
  });
  await expect.poll(() => new Set(asked).size).toBe(80);
  expect(sorted(await addressesOf("shop.example", never, { servers }))).toContain("192.0.2.7");
  expect(over).toBe(0);
  end.abort();
  expect((await Promise.all(hung)).flat()).toEqual([]);
});

it("knows the names that this machine lists, and asks nobody for them", async () => {
  const { asked, servers } = await nameServer(() => [V4]);
  const list = join(mkdtempSync(join(tmpdir(), "names-")), "hosts");
  writeFileSync(list, "# names\n10.0.0.3\tshop.example  Other.example # and so on\n::1 shop.example\n");
  const ways = { servers, list };
  expect(sorted(await addressesOf("shop.example", never, ways))).toEqual(["10.0.0.3", "::1"]);
  expect(await addressesOf("other.example", never, ways)).toEqual([{ address: "10.0.0.3", family: 4 }]);
  expect(await addressesOf("localhost", never, ways)).not.toEqual([]);
  expect(asked).toEqual([]);
});
