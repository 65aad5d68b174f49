import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { toAppError } from "../../core/errors";
import { aProgram } from "../../testing/program";
import { renderComment } from "../../text/markdown/comment";
import { addressesInText, commentHtml, Renderer, renderContent, stopRenderer, textWithAddresses } from "./renderer";
import { MAX_SOURCE, type Source } from "../../text/markdown/source";

// These need dist/render-worker.js, which the tests' global setup builds.
const folder = mkdtempSync(join(tmpdir(), "renderer-"));
const open: Renderer[] = [];
const renderer = (limits: ConstructorParameters<typeof Renderer>[0]): Renderer => {
  const made = new Renderer(limits);
  open.push(made);
  return made;
};
const markdown = (originalContent: string): Source => ({ editorType: "MARKDOWN", originalContent, keepRaw: false });
const html = (text: string) => ({ html: text });
const refusedAs = (code: string) => ({ code: "invalid", extra: { errors: [{ field: "originalContent", code }] } });
const outcomeOf = (source: Source) =>
  renderContent(source).then(
    () => "rendered",
    (error: unknown) => toAppError(error).extra.errors?.[0]?.code,
  );
/** A worker that answers with the source, and on demand crashes or hangs. */
const fragile = join(folder, "fragile.mjs");
writeFileSync(
  fragile,
  `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ id, task: source }) => {
  if (source.originalContent === "crash") process.exit(1);
  while (source.originalContent === "endless");
  parentPort.postMessage({ id, result: { html: source.originalContent } });
});`,
);

afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.stop()));
});
afterAll(async () => {
  await stopRenderer();
  rmSync(folder, { recursive: true });
});

describe("the rendering worker", () => {
  it("renders", async () => expect(await renderContent(markdown("# Hi"))).toMatchObject({ text: "Hi", wordCount: 1 }));

  it("answers fifty at once, each with its own", async () => {
    const texts = Array.from({ length: 50 }, (_, n) => `text ${n}`);
    const rendered = await Promise.all(texts.map((text) => renderContent(markdown(text))));
    expect(rendered.map(({ text }) => text)).toEqual(texts);
  });

  it("refuses at once, with the seconds to wait, when too many or too long texts are waiting, and goes on", async () => {
    const few = renderer({ file: fragile, waiting: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => few.render(markdown(`${n}`))));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => "fulfilled"),
      ...Array.from({ length: 6 }, () => "rejected"),
    ]);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: "unavailable", status: 503, extra: { retryAfter: 5 } } });
    expect(await few.render(markdown("later"))).toMatchObject(html("later"));
    const short = renderer({ file: fragile, waitingCharacters: 1000 });
    const long = await Promise.allSettled(
      Array.from({ length: 6 }, () => short.render({ ...markdown("a".repeat(200)), content: "b".repeat(200) })),
    );
    expect(long.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  it("refuses what is too long before it is sent", async () => {
    await expect(renderContent(markdown("a".repeat(MAX_SOURCE + 1)))).rejects.toMatchObject(refusedAs("too_long"));
    await expect(renderContent({ ...markdown(""), content: "a".repeat(MAX_SOURCE + 1) })).rejects.toMatchObject({
      extra: { errors: [{ field: "content" }] },
    });
  });

  it("gives up a text that takes too long, and goes on with the others", async () => {
    const limited = renderer({ file: fragile, time: 2_500 });
    const [slow, next, last] = await Promise.allSettled(
      ["endless", "a", "b"].map((text) => limited.render(markdown(text))),
    );
    expect(slow).toMatchObject({ status: "rejected", reason: refusedAs("too_complex") });
    expect([next, last]).toMatchObject([{ value: html("a") }, { value: html("b") }]);
  });

  it("gives up a text that takes too much memory, and goes on with the others", async () => {
    const limited = renderer({ memory: 40 });
    const [large, next] = await Promise.allSettled(
      ["word *word*\n\n".repeat(30_000), "a"].map((text) => limited.render(markdown(text))),
    );
    expect(large).toMatchObject({ status: "rejected", reason: refusedAs("too_complex") });
    expect(next).toMatchObject({ value: html("<p>a</p>") });
  });

  it("renders a long comment beside the thread that answers requests, and a short one in it", async () => {
    const turnsWhile = async (work: Promise<string>) => {
      let [turns, isDone] = [0, false];
      const count = () => {
        turns += 1;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      const made = await work;
      isDone = true;
      return { made, turns };
    };
    const [long, short] = ["*\n".repeat(16_000), "*a*\n".repeat(100)];
    const inWorker = await turnsWhile(commentHtml(long));
    expect(inWorker.made).toBe(renderComment(long).html);
    expect(inWorker.turns).toBeGreaterThan(0);
    expect(await turnsWhile(commentHtml(short))).toEqual({ made: renderComment(short).html, turns: 0 });
    await expect(renderer({ time: 1 }).comment("*\n".repeat(32_000))).rejects.toMatchObject(refusedAs("too_complex"));
  });

  it("starts again after a crash, and tries no text more than twice", async () => {
    const limited = renderer({ file: fragile });
    const results = await Promise.allSettled(["a", "crash", "b", "c"].map((text) => limited.render(markdown(text))));
    expect(results).toMatchObject([
      { value: html("a") },
      { status: "rejected" },
      { value: html("b") },
      { value: html("c") },
    ]);
    expect(await limited.render(markdown("d"))).toEqual(html("d"));
  });

  it("says so when its program is missing", async () => {
    await expect(renderer({ file: join(folder, "missing.js") }).render(markdown("a"))).rejects.toThrow("missing.js");
  });

  it("refuses what is waiting when it is stopped, and starts again when asked", async () => {
    const limited = renderer({ file: fragile });
    const waiting = Promise.allSettled(["endless", "a"].map((text) => limited.render(markdown(text))));
    await limited.stop();
    expect(await waiting).toMatchObject([{ reason: { code: "unavailable" } }, { reason: { code: "unavailable" } }]);
    expect(await limited.render(markdown("b"))).toEqual(html("b"));
  });

  it("keeps the process alive while it works, and no longer", async () => {
    const contents = `import { renderContent } from "./lib/services/rendering/renderer"; console.log((await renderContent({ editorType: "MARKDOWN", originalContent: "*a*", keepRaw: false })).html);`;
    const program = await aProgram(contents);
    expect(execFileSync(process.execPath, [program], { encoding: "utf8", timeout: 300_000 }).trim()).toBe(
      "<p><em>a</em></p>",
    );
  });
});

describe("texts made to exhaust the renderer", () => {
  it.each<[string, Source["editorType"], string]>([
    ["nested quotes", "MARKDOWN", ">".repeat(10_000)],
    ["open brackets", "MARKDOWN", "[".repeat(10_000)],
    ["links in links", "MARKDOWN", `${"[".repeat(3_000)}a${"](b)".repeat(3_000)}`],
    ["half-open emphasis", "MARKDOWN", "*a **a ".repeat(5_000)],
    ["nested emphasis", "MARKDOWN", `${"*a ".repeat(1_500)}b${" a*".repeat(1_500)}`],
    ["nested lists", "MARKDOWN", `${"- ".repeat(600)}a`],
    ["angle brackets", "MARKDOWN", "<".repeat(20_000)],
    ["a wide table", "MARKDOWN", `${"|".repeat(20_000)}\n${"|-".repeat(20_000)}|\n`],
    ["many footnotes", "MARKDOWN", `${"[^a]".repeat(1_000)}\n\n[^a]: x`],
    ["one long word", "MARKDOWN", "a".repeat(MAX_SOURCE)],
    ["two megabytes of words", "MARKDOWN", "word ".repeat(MAX_SOURCE / 5)],
    ["nested HTML in Markdown", "MARKDOWN", "<div><b>".repeat(2_000)],
    ["nested HTML", "RICHTEXT", "<div>".repeat(2_000)],
    ["very deeply nested HTML", "RICHTEXT", "<div>".repeat(50_000)],
    ["nested bold", "RICHTEXT", "<b>".repeat(20_000)],
    ["nested tables", "RICHTEXT", "<table><td>".repeat(2_000)],
    ["a flat crowd in an unknown element", "RICHTEXT", `<font>${"<i>x</i>".repeat(20_000)}</font>`],
    ["many attributes", "RICHTEXT", `<p ${Array.from({ length: 20_000 }, (_, n) => `a${n}=1`).join(" ")}>`],
  ])("%s are rendered or refused", async (_name, editorType, originalContent) => {
    expect(["rendered", "too_complex"]).toContain(await outcomeOf({ editorType, originalContent, keepRaw: false }));
  });
});

it("a long text is taken apart and given other addresses beside the server, as a short one is in place", async () => {
  const urls = new Map([["/old.png", "/new.png"]]);
  for (const times of [1, 1_000]) {
    const body = (address: string) => ({
      editorType: "MARKDOWN" as const,
      originalContent: `Some ![picture](${address}) and a [link](/b).\n\n`.repeat(times),
      keptHtml: `<p><img src="${address}" alt=""></p>`.repeat(times),
      more: "stays",
    });
    const text = body("/old.png");
    expect(Object.fromEntries(await addressesInText(text))).toEqual({ "/old.png": "image", "/b": "link" });
    expect(await textWithAddresses(text, urls)).toEqual(body("/new.png"));
    expect(await textWithAddresses(text, new Map())).toBe(text);
  }
});

it("a long text is taken apart without keeping its server's thread", async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const originalContent = "a\n=\n".repeat(10_000);
  const found = await addressesInText({ editorType: "MARKDOWN", originalContent, keptHtml: null });
  isDone = true;
  expect([found.size, turns > 0]).toEqual([0, true]);
});
