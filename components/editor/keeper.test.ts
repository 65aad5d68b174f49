import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Autosave } from "./autosave";
import type { Outcome } from "./snapshot";
import { blankPost } from "../../lib/features/writing/posts/blank";
import { blankFields, type Edits } from "./edits";
import { isBlank, Keeper, sameEdits, SOON } from "./keeper";
import type { Copy, Shelf } from "./shelf";
import { stoppedClock } from "./stopped-clock";

type Saved = { id: number; version: number; text: string };
type Network = "up" | "down" | "answer lost" | "busy" | "refuses";

/** Milliseconds from a save to its answer. */
const DELAY = 500;

const editsOf = (text: string): Edits => ({
  ...blankFields(blankPost()),
  originalContent: text,
  editorType: "MARKDOWN",
});

/** A device's storage, like a browser's database: one change at a time, each complete or not at all. */
class Device implements Shelf {
  readonly copies = new Map<string, Copy>();
  isFull = false;
  all = async () => [...this.copies.values()];
  put = async (copy: Copy) => (this.isFull ? false : (this.copies.set(copy.id, copy), true));
  drop = async ({ id, time }: Copy) => void (this.copies.get(id)?.time === time && this.copies.delete(id));
}

/** One post with its revisions; autosaves make none, deliberate saves keep the replaced text. */
class Server {
  post: Saved | null = null;
  readonly revisions: string[] = [];
  network: Network = "up";

  constructor(private readonly time: ReturnType<typeof stoppedClock>) {}

  async save(text: string, version: number | null, onPurpose = false): Promise<Outcome<Saved>> {
    const outcome = this.#save(text, version, onPurpose);
    // The answer arrives later; meanwhile writing goes on.
    await new Promise<void>((resolve) => void this.time.clock.after(DELAY, resolve));
    return outcome;
  }

  #save(text: string, version: number | null, onPurpose: boolean): Outcome<Saved> {
    if (this.network === "down") return { kind: "offline" };
    if (this.network === "busy") return { kind: "busy", after: 3 };
    if (this.network === "refuses") return { kind: "refused", message: "No." };
    const before = this.post;
    // A save whose answer was lost is recognised by its text.
    if (before && version !== null && version !== before.version && before.text !== text)
      return { kind: "stale", current: before };
    // Every new post of these sequences is another one; earlier ones stay on the server.
    if (before && (onPurpose || version === null)) this.revisions.push(before.text);
    this.post = { id: (before?.id ?? 0) + (version === null ? 1 : 0), version: (before?.version ?? 0) + 1, text };
    return this.network === "answer lost"
      ? { kind: "offline" }
      : { kind: "saved", version: this.post.version, saved: this.post };
  }

  get texts(): string[] {
    return [...this.revisions, ...(this.post ? [this.post.text] : [])];
  }
}

/** An editor in a window, connected as the page does it. */
class Editor {
  text: string;
  post: Saved | null;
  readonly keeper: Keeper;
  readonly autosave: Autosave<() => Edits, Saved>;

  constructor(
    private readonly server: Server,
    device: Device,
    time: ReturnType<typeof stoppedClock>,
    isNew: boolean,
  ) {
    this.post = isNew ? null : server.post;
    this.text = this.post?.text ?? "";
    this.keeper = new Keeper({
      shelf: device,
      clock: time.clock,
      userId: 1,
      acknowledged: this.post && editsOf(this.text),
    });
    this.autosave = new Autosave(
      {
        clock: time.clock,
        changed: () => undefined,
        send: async (read, version) => {
          const edits = read();
          const outcome = await server.save(edits.originalContent, version);
          if (outcome.kind === "saved") this.landed(outcome.saved, edits);
          return outcome;
        },
      },
      this.post?.version ?? null,
    );
  }

  read = () => editsOf(this.text);
  written = () => ({ postId: this.post?.id ?? null, edits: this.read(), baseVersion: this.post?.version ?? null });

  landed(saved: Saved, edits: Edits): void {
    this.post = saved;
    void this.keeper.landed(edits, this.written);
  }

  type(words: string): void {
    this.text += words;
    this.keeper.keep(this.written);
    this.autosave.edited(this.read);
  }

  async take(saved: Saved): Promise<void> {
    const leaving = this.keeper.leave(this.written());
    this.post = saved;
    this.text = saved.text;
    this.keeper.shows(this.read());
    this.autosave.adopt(saved.version);
    await leaving;
  }

  async overwrite(current: Saved): Promise<Outcome<Saved>> {
    const edits = this.read();
    const before = { post: this.post, version: this.autosave.version };
    this.post = current;
    this.autosave.adopt(current.version);
    const outcome = await this.autosave.deliberately((version) =>
      this.server.save(edits.originalContent, version, true),
    );
    if (outcome.kind === "saved") this.landed(outcome.saved, edits);
    if (outcome.kind === "saved" || outcome.kind === "stale") return outcome;
    if (before.post && before.version !== null && before.version !== current.version) {
      this.post = before.post;
      this.autosave.adopt(before.version);
    }
    this.autosave.edited(this.read);
    return outcome;
  }

  async restore(copy: Copy, device: Device): Promise<void> {
    await this.autosave.flush();
    const current = this.post;
    const isSaved = this.keeper.isAcknowledged(this.read());
    const leaving = this.keeper.leave(this.written(), true);
    this.text = copy.edits.originalContent;
    const aside = await leaving;
    await this.keeper.takeUp(copy, this.written);
    if (current === null) return this.autosave.edited(this.read);
    const outcome = await this.overwrite(current);
    if (outcome.kind === "saved" && isSaved && aside) await device.drop(aside);
  }

  /** The page closes; `pagehide` comes before. */
  async close(): Promise<void> {
    await this.keeper.now();
    this.autosave.stop();
  }
  async crash(): Promise<void> {
    this.autosave.stop();
  }

  get conflict(): Saved | null {
    return this.autosave.snapshot.state === "conflict" ? this.autosave.snapshot.current : null;
  }
  keepMine = async () => this.conflict && void (await this.overwrite(this.conflict));
  takeTheirs = async () => this.conflict && (await this.take(this.conflict));
}

const networks: Network[] = ["up", "up", "down", "answer lost", "busy", "refuses"];
const which = fc.nat(60);
const pick = <T>(list: T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const step = fc.oneof(
  fc.record({ do: fc.constant("open" as const), isNew: fc.boolean() }),
  fc.record({
    do: fc.constantFrom(
      "type" as const,
      "type" as const,
      "type" as const,
      "close" as const,
      "crash" as const,
      "restore" as const,
      "theirs" as const,
      "mine" as const,
    ),
    which,
    copy: which,
  }),
  fc.record({ do: fc.constant("delete" as const), copy: which }),
  fc.record({ do: fc.constant("wait" as const), time: fc.constantFrom(SOON, DELAY, 2000, 2000, 10_000, 100_000) }),
  fc.record({ do: fc.constant("network" as const), now: fc.constantFrom(...networks) }),
  fc.record({ do: fc.constant("elsewhere" as const) }),
);

describe("copies on this device", () => {
  it("lose no word in any order of writing, saving, failing, closing, opening again and choosing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const time = stoppedClock();
        const device = new Device();
        const server = new Server(time);
        const decided = new Set<string>();
        let editors: Editor[] = [];
        const typed: string[] = [];
        const words = () => {
          typed.push(`<${typed.length}>`);
          return typed.at(-1) ?? "";
        };
        const isSafe = (word: string, places: string[]) =>
          decided.has(word) || places.some((text) => text.includes(word));
        /** Lets time pass until some work has ended. */
        const during = async (work: Promise<unknown>) => {
          for (let i = 0; i < 6; i += 1) await time.pass(DELAY);
          await work;
        };
        for (const each of steps) {
          const editor = "which" in each ? pick(editors, each.which) : undefined;
          const copies = [...device.copies.values()].filter(
            ({ holder }) => !editors.some(({ keeper }) => keeper.holder === holder),
          );
          const copy = "copy" in each ? pick(copies, each.copy) : undefined;
          if (each.do === "open") editors.push(new Editor(server, device, time, each.isNew));
          else if (each.do === "wait") await time.pass(each.time);
          else if (each.do === "network") server.network = each.now;
          else if (each.do === "elsewhere" && server.post) {
            // Another editor deliberately saves over the last text.
            server.revisions.push(server.post.text);
            server.post = { ...server.post, version: server.post.version + 1, text: words() };
          } else if (each.do === "delete" && copy) {
            for (const word of typed) if (copy.edits.originalContent.includes(word)) decided.add(word);
            await device.drop(copy);
          } else if (editor) {
            if (each.do === "type") editor.type(words());
            else if (each.do === "restore" && copy && !editor.conflict) await during(editor.restore(copy, device));
            else if (each.do === "theirs") await during(editor.takeTheirs());
            else if (each.do === "mine") await during(editor.keepMine());
            else if (each.do === "close" || each.do === "crash") {
              // A crash of the machine loses words of the last quarter of a second; closing a window loses none.
              if (each.do === "crash") await time.pass(SOON);
              await editor[each.do]();
              editors = editors.filter((other) => other !== editor);
            }
          }
          await time.runPending();
          const places = [
            ...server.texts,
            ...[...device.copies.values()].map(({ edits }) => edits.originalContent),
            ...editors.map(({ text }) => text),
          ];
          expect(typed.filter((word) => !isSafe(word, places))).toEqual([]);
        }
        await time.pass(SOON);
        const kept = [...server.texts, ...[...device.copies.values()].map(({ edits }) => edits.originalContent)];
        expect(typed.filter((word) => !isSafe(word, kept))).toEqual([]);
        // Once everything can be saved, no open editor has a copy left.
        server.network = "up";
        for (const editor of editors) {
          editor.autosave.retry();
          for (let i = 0; i < 4; i += 1) await time.pass(100_000);
        }
        const saved = editors
          .filter((editor) => editor.autosave.snapshot.state === "saved" && editor.post?.text === editor.text)
          .map(({ keeper }) => keeper.holder);
        expect([...device.copies.values()].filter(({ holder }) => holder !== null && saved.includes(holder))).toEqual(
          [],
        );
      }),
      { numRuns: 800 },
    );
  });

  it("are apart for each new post, and each goes only with its own save", async () => {
    const time = stoppedClock();
    const [device, server] = [new Device(), new Server(time)];
    const [one, two] = [new Editor(server, device, time, true), new Editor(server, device, time, true)];
    server.network = "down";
    one.type("first");
    two.type("second");
    await time.pass(SOON);
    expect([...device.copies.values()].map(({ edits }) => edits.originalContent).sort()).toEqual(["first", "second"]);
    server.network = "up";
    await time.pass(60_000);
    await time.pass(DELAY);
    expect(device.copies.size).toBe(0);
  });

  it("of a text put aside stay, whatever is saved afterwards", async () => {
    const time = stoppedClock();
    const [device, server] = [new Device(), new Server(time)];
    server.post = { id: 1, version: 1, text: "theirs" };
    const editor = new Editor(server, device, time, false);
    editor.type(" and mine");
    await time.runPending();
    server.post = { id: 1, version: 2, text: "theirs anew" };
    await time.pass(2000);
    await time.pass(DELAY);
    expect(editor.conflict?.text).toBe("theirs anew");
    await editor.takeTheirs();
    editor.type(" and on");
    await time.pass(10_000);
    await time.pass(DELAY);
    expect(server.post.text).toBe("theirs anew and on");
    expect(
      [...device.copies.values()].map(({ edits, holder, asked }) => [edits.originalContent, holder, asked]),
    ).toEqual([["theirs and mine", null, true]]);
  });

  it("of a text that another one replaced stay until the server keeps it as a revision", async () => {
    const time = stoppedClock();
    const [device, server] = [new Device(), new Server(time)];
    server.post = { id: 1, version: 1, text: "on the server" };
    const kept: Copy = {
      id: "kept",
      userId: 1,
      postId: 1,
      holder: null,
      asked: false,
      edits: editsOf("on this device"),
      baseVersion: 1,
      time: 0,
    };
    const texts = () => [...device.copies.values()].map(({ edits }) => edits.originalContent);
    await device.put(kept);
    const editor = new Editor(server, device, time, false);
    server.network = "down";
    void editor.restore(kept, device);
    await time.runPending();
    await time.pass(DELAY);
    expect(texts().sort()).toEqual(["on the server", "on this device"]);
    server.network = "up";
    await time.pass(60_000);
    await time.pass(DELAY);
    expect([server.post.text, server.revisions, texts()]).toEqual(["on this device", [], ["on the server"]]);

    const again = [...device.copies.values()][0];
    if (!again) throw new Error("no copy");
    void editor.restore(again, device);
    await time.runPending();
    await time.pass(DELAY);
    await time.pass(DELAY);
    expect([server.post.text, server.revisions, texts()]).toEqual(["on the server", ["on this device"], []]);
  });

  it("say when this device refuses them", async () => {
    const time = stoppedClock();
    const device = new Device();
    device.isFull = true;
    const said: boolean[] = [];
    const keeper = new Keeper({
      shelf: device,
      clock: time.clock,
      userId: 1,
      acknowledged: null,
      refused: (refused) => said.push(refused),
    });
    keeper.keep(() => ({ postId: null, edits: editsOf("words"), baseVersion: null }));
    expect(await keeper.now()).toBe(false);
    expect(said).toEqual([true]);
  });

  it("are equal when text and fields are", () => {
    expect(sameEdits(editsOf("a"), editsOf("a"))).toBe(true);
    expect(sameEdits(editsOf("a"), { ...editsOf("a"), tagIds: [1] })).toBe(false);
    expect(isBlank({ ...editsOf("  \n"), title: " " })).toBe(true);
  });
});
