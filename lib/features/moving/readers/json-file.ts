import { JsonContent, type JsonOutline, type JsonPlace, type JsonTask, readJson } from "./json-reading";

/** A JSON file, which is read whole when it is first asked for something. */
export class JsonFile {
  readonly #path: string;
  #content: Promise<JsonContent> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async #answer(task: JsonTask): Promise<unknown> {
    this.#content ??= readJson(this.#path).then((root) => new JsonContent(root));
    return (await this.#content).answer(task);
  }

  /** What stands at a place, without its content. Refuses what is no JSON. */
  async outline(...at: JsonPlace): Promise<JsonOutline> {
    return (await this.#answer({ at, ask: "outline" })) as JsonOutline;
  }

  /** The length of a list; 0 where there is none. */
  async count(...at: JsonPlace): Promise<number> {
    const outline = await this.outline(...at);
    return outline.is === "list" ? outline.length : 0;
  }

  /** A value, whole. */
  value(...at: JsonPlace): Promise<unknown> {
    return this.#answer({ at, ask: "value" });
  }

  /** The items of a list in turn; a few at a time are held in memory. */
  async *items(at: JsonPlace, most = 100): AsyncGenerator {
    for (let from = 0; ;) {
      const items = (await this.#answer({ at, ask: "items", from, most })) as unknown[];
      if (items.length === 0) return;
      yield* items;
      from += items.length;
    }
  }

  /** The items of a list whose field is one of these, in the order of these and of the list. */
  async where(at: JsonPlace, key: string, values: readonly string[]): Promise<unknown[]> {
    return (await this.#answer({ at, ask: "where", key, values })) as unknown[];
  }

  /** Lets go of what was read. */
  async close(): Promise<void> {
    this.#content = undefined;
  }
}
