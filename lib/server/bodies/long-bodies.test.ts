import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { problemFrom } from "../../doors/problem";
import { receiveBody } from "./boundary";
import { takeLongBody } from "./long-bodies";
import { send } from "../answers/sending";

let server: Server | undefined;
/** The senders whose turn has come, in sequence, and how each answer is sent. */
let begun: string[] = [];
let answer = new Map<string, () => void>();
const hears = new Set<() => void>();

/** Waits until what a condition needs has happened. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise<void>((resolve) => hears.add(resolve));
};
function tell(): void {
  for (const heard of hears) heard();
  hears.clear();
}

/** A server that receives bodies of more than 10 bytes in the turn of the account that the path names. */
async function listening(): Promise<number> {
  // What an earlier test left behind tells its own lists.
  const [turns, answers] = [(begun = [] as string[]), (answer = new Map<string, () => void>())];
  server = createServer((req, res) => {
    const [, account, name = "", token] = (req.url ?? "").split("/");
    receiveBody(req, { stranger: 10, known: 1000 }, async () => {
      await takeLongBody({ account: Number(account), token: Number(token ?? 0) }, res);
      turns.push(name);
      tell();
      return "keep";
    })
      .then(() => answers.set(name, () => send(req, res, { status: 200, headers: {}, body: "" })))
      .catch((error: unknown) => send(req, res, problemFrom(error, "x")))
      .finally(tell);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Sends a body, whole or all but its last byte; `status` is that of the answer. */
function sending(port: number, account: number, name: string, isWhole = true) {
  const req = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: `/${account}/${name}`,
    agent: false,
    headers: { "content-length": 100 },
  });
  const sent: { status?: number | undefined; leave: () => void } = { leave: () => req.destroy() };
  req.on("error", () => undefined);
  req.on("response", (res) => {
    sent.status = res.statusCode;
    res.resume();
    tell();
  });
  req.write("x".repeat(isWhole ? 100 : 99));
  if (isWhole) req.end();
  return sent;
}

it("of one account's long bodies two are received at a time, and others wait for none of them", async () => {
  const port = await listening();
  const first = sending(port, 1, "a", false);
  await until(() => begun.length === 1);
  sending(port, 1, "b");
  await until(() => answer.has("b"));
  for (const name of ["c", "d"]) sending(port, 1, name);
  sending(port, 2, "other");
  await until(() => begun.includes("other"));
  expect(begun).toEqual(["a", "b", "other"]);
  answer.get("b")?.();
  await until(() => answer.has("c"));
  // Leaving ends a turn, too.
  first.leave();
  await until(() => answer.has("d"));
  expect(begun.toSorted()).toEqual(["a", "b", "c", "d", "other"]);
});

it("where too many of one account wait, the last are refused", async () => {
  const port = await listening();
  const all = Array.from({ length: 110 }, (_, i) => sending(port, 3, `${i}`, false));
  await until(() => all.filter(({ status }) => status === 503).length === 8);
  expect(begun).toHaveLength(2);
  expect(all.filter(({ status }) => status !== undefined)).toHaveLength(8);
});

it("an account's browsers and tokens take turns, so that one waits for none that sends much", async () => {
  const port = await listening();
  for (const name of ["a", "b", "c", "d", "e"]) sending(port, 4, `${name}/7`);
  await until(() => answer.size === 2);
  sending(port, 4, "browser");
  sending(port, 5, "other");
  await until(() => answer.has("other"));
  for (const name of begun.slice(0, 2)) answer.get(name)?.();
  await until(() => answer.has("browser"));
  // The two that were answered, one more of the token, the browser's and the other account's.
  expect(begun).toHaveLength(5);
});
