import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { readSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Characters that are held in memory before texts go to a file. */
const IN_MEMORY = 4 * 1024 * 1024;

/** The texts of reusable blocks by number, in a temporary file where they are many. */
export class ReusableTexts {
  readonly #held = new Map<string, string>();
  readonly #spilled = new Map<string, { at: number; length: number }>();
  #size = 0;
  #end = 0;
  #folder: string | undefined;
  #file: FileHandle | undefined;

  async add(id: string, text: string): Promise<void> {
    if (this.#size + text.length <= IN_MEMORY) {
      this.#size += text.length;
      this.#held.set(id, text);
      return;
    }
    this.#folder ??= await mkdtemp(join(tmpdir(), "broadsheet-import-"));
    this.#file ??= await open(join(this.#folder, "blocks"), "wx+", 0o600);
    const bytes = Buffer.from(text);
    await this.#file.write(bytes, 0, bytes.length, this.#end);
    this.#spilled.set(id, { at: this.#end, length: bytes.length });
    this.#end += bytes.length;
  }

  get(id: string): string | null {
    const held = this.#held.get(id);
    if (held !== undefined) return held;
    const place = this.#spilled.get(id);
    if (!place || !this.#file) return null;
    const bytes = Buffer.alloc(place.length);
    readSync(this.#file.fd, bytes, 0, place.length, place.at);
    return bytes.toString();
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}
