import { resolve } from "node:path";
import { shared } from "../../core/shared";
import { type AddressKind, addressesIn, type Body, withAddresses } from "../../text/markdown/addresses-in";
import { renderComment } from "../../text/markdown/comment";
import { isShownWhole } from "../../text/markdown/plain-source";
import { assertLength, MAX_SOURCE, type Rendered, type Source, tooComplex } from "../../text/markdown/source";
import { inThread } from "../workers/starting";
import { Lanes } from "../workers/lanes";

/** The worker's program, which the launcher bundles from `render-worker.ts`. */
const renderWorkerFile = resolve("dist/render-worker.js");

/** The longest time for one text, the part of it in which others wait, and how long an idle worker is kept, in milliseconds. */
const [RENDER_TIME, QUICK_TIME, IDLE_TIME] = [10_000, 1_500, 10_000];
/** Largest heap of the worker, in megabytes: enough for the longest prose; the server's process holds it besides its own. */
const RENDER_MEMORY = 96;
/** The young generation of that heap; with the default, three times that size of garbage stays. */
const YOUNG_MEMORY = 12;
/** The most texts that wait, and their characters in all: four of the longest. More are refused for some seconds. */
const [MOST_WAITING, MOST_WAITING_CHARACTERS, RETRY_AFTER_S] = [200, 4 * MAX_SOURCE, 5];

/** Whoever reads texts as Markdown, one after the other: a text may be slow, and asked for again and again. */
const READERS = "readers of Markdown";

/**
 * A text to render, HTML to write in Markdown or to compare with its source, a comment to render, a text to look for
 * addresses in or to give others.
 */
export type Task =
  | Source
  | { html: string }
  | { html: string; source: string }
  | { comment: string }
  | { addressesIn: Body }
  | { readdress: Body; urls: [string, string][] };
export type Made = Rendered | string | boolean | [string, AddressKind][] | Body;

type Limits = {
  file: string;
  time: number;
  quickTime: number;
  memory: number;
  idle: number;
  waiting: number;
  waitingCharacters: number;
};

const isOutOfMemory = (error: Error) => "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** Renders in a worker thread, one text after the other; what takes long in a second one. */
export class Renderer {
  readonly #lanes: Lanes<Task, Made>;

  constructor({
    file = renderWorkerFile,
    time = RENDER_TIME,
    quickTime = QUICK_TIME,
    memory = RENDER_MEMORY,
    idle = IDLE_TIME,
    waiting = MOST_WAITING,
    waitingCharacters = MOST_WAITING_CHARACTERS,
  }: Partial<Limits> = {}) {
    this.#lanes = new Lanes(
      inThread(file, { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG_MEMORY }),
      { time, quickTime, idle, waiting: { most: waiting, mostBytes: waitingCharacters, retryAfter: RETRY_AFTER_S } },
      { tooLong: tooComplex, tooLarge: tooComplex, ended: (cause) => (isOutOfMemory(cause) ? tooComplex() : cause) },
    );
  }

  /**
   * Renders one text, in the turn of whoever asks for it. Refuses with `too_complex` where it needs too much time or memory, and with `unavailable` while
   * too many wait.
   */
  async render(source: Source, asker?: string): Promise<Rendered> {
    assertLength(source);
    const size = source.originalContent.length + (source.content?.length ?? 0);
    return (await this.#lanes.run(source, size, { asker })) as Rendered;
  }

  /** HTML of ours in Markdown, within the same limits. */
  async toMarkdown(html: string): Promise<string> {
    return (await this.#lanes.run({ html }, html.length, { asker: READERS })) as string;
  }

  /** Whether a source says nothing but what its HTML shows, within the same limits. */
  async showsAll(source: string, html: string): Promise<boolean> {
    return (await this.#lanes.run({ source, html }, source.length + html.length, { asker: READERS })) as boolean;
  }

  /** The HTML of a comment of any length, within the same limits. */
  async comment(comment: string): Promise<string> {
    return (await this.#lanes.run({ comment }, comment.length)) as string;
  }

  /** The addresses in a text, within the same limits. */
  async addressesIn(body: Body): Promise<Map<string, AddressKind>> {
    return new Map((await this.#lanes.run({ addressesIn: body }, sizeOf(body))) as [string, AddressKind][]);
  }

  /** A text with other addresses, within the same limits. */
  async readdress(body: Body, urls: ReadonlyMap<string, string>): Promise<Body> {
    return (await this.#lanes.run({ readdress: body, urls: [...urls] }, sizeOf(body))) as Body;
  }

  /** Ends the worker and refuses what still waits. A later text starts a new worker. */
  stop(): Promise<void> {
    return this.#lanes.stop();
  }
}

const renderer = (): Renderer => shared("renderer", () => new Renderer());

/**
 * Renders a text to safe HTML in the process's one rendering worker, within limits of time and memory. Those who ask take
 * turns (`askerOf`); work of the program's own is all of one.
 */
export const renderContent = (source: Source, asker?: string): Promise<Rendered> => renderer().render(source, asker);

/** HTML of ours in Markdown, made in the same worker. */
export const convertToMarkdown = (html: string): Promise<string> => renderer().toMarkdown(html);

/** Characters of a comment that is rendered in place; a hostile one of this length takes some 10 ms. */
const SHORT_COMMENT = 2_048;

/** The HTML of a comment; of a long one, which only imports bring, made in the same worker. */
export const commentHtml = async (markdown: string): Promise<string> =>
  markdown.length <= SHORT_COMMENT ? renderComment(markdown).html : renderer().comment(markdown);

/** Characters of a text that is taken apart in place; a hostile one of this length takes some 10 ms. */
const SHORT_TEXT = 8_192;

const sizeOf = ({ originalContent, keptHtml }: Body): number => originalContent.length + (keptHtml?.length ?? 0);
/** The parts of a text that its addresses stand in. */
const partsOf = ({ editorType, originalContent, keptHtml }: Body): Body => ({ editorType, originalContent, keptHtml });

/** The addresses in a text, each once; of a long text found in the same worker, since parsing it takes a second. */
export const addressesInText = async (body: Body): Promise<Map<string, AddressKind>> =>
  sizeOf(body) <= SHORT_TEXT ? addressesIn(body) : renderer().addressesIn(partsOf(body));

/** A text with other addresses; of a long text written in the same worker. */
export async function textWithAddresses<B extends Body>(body: B, urls: ReadonlyMap<string, string>): Promise<B> {
  if (sizeOf(body) <= SHORT_TEXT) return withAddresses(body, (address) => urls.get(address));
  const { originalContent, keptHtml } = await renderer().readdress(partsOf(body), urls);
  return originalContent === body.originalContent && keptHtml === body.keptHtml
    ? body
    : { ...body, originalContent, keptHtml };
}

/** Whether a source in Markdown says nothing but what its HTML shows; of a long text found in the same worker. */
export const showsAllOf = async (source: string, html: string): Promise<boolean> =>
  source.length + html.length <= SHORT_TEXT ? isShownWhole(source, html) : renderer().showsAll(source, html);

/** Ends the rendering worker, for an orderly shutdown. */
export const stopRenderer = (): Promise<void> => renderer().stop();
