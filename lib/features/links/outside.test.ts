import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Actor } from "../../core/access";
import { anAuthor, anEditor } from "../../testing/actors";
import { faults } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { jobs } from "../../../db/schema";
import { isPublicAddress } from "../../services/outbound/outbound";
import { checkingLinks, checkLinks } from "./checking";
import { createLink, updateLink } from "./mutations";
import { proposeLink, proposing } from "./proposing";
import { countLinks, getLink, searchLinks } from "./queries";

// Other sites, on this machine; `isHere` lets the program reach them.
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const isHere = (address: string): boolean => address === "127.0.0.1";
const asked: string[] = [];
const pages: Record<string, [status: number, type: string, body: string | Buffer]> = {
  "/": [
    200,
    "text/html; charset=iso-8859-1",
    Buffer.from(
      `<!doctype html><title>Caf\u00e9 &amp;\n Looms</title><meta name=description content="Cogs.">
       <link rel="shortcut icon" href="/lying.png"><link rel=apple-touch-icon href="big.png"><link rel=icon sizes=32x32 href=small.png>`,
      "latin1",
    ),
  ],
  "/big.png": [404, "image/png", ""],
  "/lying.png": [200, "text/html", "no picture"],
  "/small.png": [200, "image/png", pixel],
  "/plain": [200, "text/plain", "nothing"],
  "/long": [
    200,
    "text/html",
    `<title>${"長".repeat(400)}</title><link rel=icon href="javascript:alert(1)"><link rel=icon href="data:image/png,x">`,
  ],
  "/gone": [410, "text/html", ""],
  "/private": [403, "text/html", ""],
  "/broken": [500, "text/html", ""],
};
let answerLate: (() => void) | undefined;
const answer: RequestListener = (request, response) => {
  asked.push(request.url ?? "");
  if (request.url === "/late") return void (answerLate = () => response.end());
  const [status, type, body] = pages[request.url ?? ""] ?? [404, "text/html", ""];
  response.writeHead(status, { "content-type": type }).end(body);
};
const server = createServer(answer);
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

let editor: Actor;
beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
  asked.length = 0;
});

describe("Propose link", () => {
  const propose = proposing(isHere);

  it("reads name and description of the page, and the largest icon that is a picture", async () => {
    expect(await propose(editor, { url: at("/") })).toEqual({
      name: "Café & Looms",
      description: "Cogs.",
      logo: at("/small.png"),
    });
    expect(asked).toEqual(["/", "/big.png", "/small.png"]);
  });

  it("proposes what fits, and no address of another scheme", async () => {
    const { name, logo } = await propose(editor, { url: at("/long") });
    expect([...name]).toHaveLength(255);
    expect(logo).toBe("");
    expect(await propose(editor, { url: at("/plain") })).toEqual({ name: "", description: "", logo: "" });
  });

  it("has one refusal for what does not answer, answers otherwise, or is not public", async () => {
    const refused: [typeof propose, string][] = [
      [propose, at("/gone")],
      [propose, "http://127.0.0.2/"],
      [proposing(() => true), "http://127.0.0.1:1/"],
      [proposeLink, at("/")],
      ...["http://10.0.0.1/", "http://169.254.169.254/latest", "http://[::1]/", "http://localhost/"].map(
        (url): [typeof propose, string] => [proposeLink, url],
      ),
    ];
    for (const [operation, url] of refused)
      expect(await faults(operation(editor, { url }))).toEqual(["url unreachable"]);
    for (const url of ["javascript:alert(1)", "data:text/html,x", "/here", "file:///etc/passwd"])
      expect(await faults(proposeLink(editor, { url }))).toEqual(["url wrong_format"]);
    await expect(proposeLink(await anAuthor(), { url: at("/") })).rejects.toMatchObject({ status: 403 });
    expect(asked).toEqual(["/gone"]);
  });

  it("asks no logo of a private network either", async () => {
    pages["/inward"] = [200, "text/html", `<link rel=icon href="http://127.0.0.2/logo.png">`];
    expect((await propose(editor, { url: at("/inward") })).logo).toBe("");
  });
});

describe("Check links", () => {
  const check = async (given: { ids?: number[]; all?: boolean } = {}, allows = isHere) => {
    const log: string[] = [];
    const steps: [number, number | null | undefined][] = [];
    await checkingLinks(allows)(given, {
      signal: new AbortController().signal,
      progress: (done, total) => void steps.push([done, total]),
      log: (line) => void log.push(line),
    });
    return { log, steps };
  };
  const make = async (path: string) => (await createLink(editor, { name: path, url: at(path) })).id;
  const healthOf = async (id: number) => {
    const { health, checkStatus } = await getLink(editor, { id });
    return [health, checkStatus];
  };

  it("notes what each address answers; a refusal of programs is no death", async () => {
    const [fine, gone, closed, broken, missing] = [
      await make("/"),
      await make("/gone"),
      await make("/private"),
      await make("/broken"),
      await make("/missing"),
    ];
    const { log, steps } = await check();
    expect(await healthOf(fine)).toEqual(["ALIVE", 200]);
    expect(await healthOf(gone)).toEqual(["DEAD", 410]);
    expect(await healthOf(closed)).toEqual(["ALIVE", 403]);
    expect(await healthOf(broken)).toEqual(["DEAD", 500]);
    expect(await healthOf(missing)).toEqual(["DEAD", 404]);
    expect(log).toContain(`/gone: ${at("/gone")} answered 410.`);
    expect(log.at(-1)).toBe("5 checked, 3 of them dead.");
    expect([steps[0], steps.at(-1)]).toEqual([
      [0, 5],
      [5, 5],
    ]);
    expect(await countLinks(editor, {})).toEqual({ all: 5, ALIVE: 2, DEAD: 3, UNKNOWN: 0 });
    expect((await searchLinks(editor, { health: "DEAD" })).total).toBe(3);
    // Checked today already: the next round leaves them alone.
    asked.length = 0;
    expect((await check()).log).toEqual([]);
    expect(asked).toEqual([]);
    await check({ ids: [gone] });
    expect(asked).toEqual(["/gone"]);
    await check({ all: true });
    expect(asked).toHaveLength(6);
  });

  it("lets none of the others wait for an address that does not answer", async () => {
    const late = await make("/late");
    const others = await Promise.all(Array.from({ length: 40 }, (_, i) => make(`/other-${i}`)));
    const checked = check();
    await expect.poll(() => countLinks(editor, {})).toMatchObject({ DEAD: others.length, UNKNOWN: 1 });
    answerLate?.();
    await checked;
    expect(await healthOf(late)).toEqual(["ALIVE", 200]);
  });

  it("counts a private network as no answer, and asks nothing there", async () => {
    const id = await make("/");
    await check({}, isPublicAddress);
    expect(await healthOf(id)).toEqual(["DEAD", null]);
    expect(asked).toEqual([]);
  });

  it("forgets what it found when the address changes", async () => {
    const id = await make("/gone");
    await check();
    await updateLink(editor, { id, name: "another name", url: at("/gone") });
    expect(await healthOf(id)).toEqual(["DEAD", 410]);
    await updateLink(editor, { id, name: "moved", url: at("/") });
    expect(await getLink(editor, { id })).toMatchObject({ health: "UNKNOWN", checkStatus: null, checkTime: null });
  });

  it("is enqueued by an EDITOR, for some or for all", async () => {
    const id = await make("/");
    await checkLinks(editor, { ids: [id] });
    await checkLinks(editor, {});
    expect((await stored().select({ payload: jobs.payload }).from(jobs)).map(({ payload }) => payload)).toEqual([
      { ids: [id] },
      { all: true },
    ]);
    await expect(checkLinks(await anAuthor(), {})).rejects.toMatchObject({ status: 403 });
  });
});
