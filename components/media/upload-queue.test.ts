import { describe, expect, it } from "vitest";
import type { Result } from "../../lib/doors/result";
import type { Attachment } from "../../lib/features/attachments/schema";
import { type Parcel, type Send, UploadQueue } from "./upload-queue";

type Sending = Parcel & {
  progress: (sent: number) => void;
  signal: AbortSignal;
  done: (made: Partial<Attachment>) => Promise<void>;
  refuse: (message: string) => Promise<void>;
  lose: () => Promise<void>;
};

/** A line to a server whose answers the test gives. */
function aLine() {
  const sendings: Sending[] = [];
  const send: Send = (parcel, progress, signal) =>
    new Promise<Result<Attachment>>((resolve, reject) => {
      const after = async (act: () => void) => {
        act();
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      };
      signal.addEventListener("abort", () => reject(new Error("stopped")));
      sendings.push({
        ...parcel,
        progress,
        signal,
        done: (made) => after(() => resolve({ ok: true, data: made as Attachment })),
        refuse: (message) => after(() => resolve({ ok: false, error: { code: "invalid", message, fields: {} } })),
        lose: () => after(() => reject(new Error("lost"))),
      });
    });
  return { sendings, send };
}

const aFile = (name: string, size = 4) => new File(["x".repeat(size)], name);
function aQueue(limit = 100) {
  const { sendings, send } = aLine();
  const queue = new UploadQueue({ send, limit, tooLarge: ({ name }) => `${name} is too large.`, atOnce: 2 });
  const states = () => queue.list().map(({ name, state }) => `${name} ${state}`);
  return { queue, sendings, states };
}

describe("uploads", () => {
  it("that wait are cancelled together; what is being sent and what has ended stays", async () => {
    const { queue, sendings, states } = aQueue();
    queue.add([aFile("a"), aFile("b"), aFile("c"), aFile("d"), aFile("e")]);
    await sendings[0]?.done({ id: 7 });
    expect(states()).toEqual(["a done", "b sending", "c sending", "d waiting", "e waiting"]);
    await sendings[1]?.lose();
    queue.cancelWaiting();
    expect(states()).toEqual(["a done", "c sending"]);
    await sendings[2]?.done({ id: 8 });
    queue.add([aFile("f")]);
    expect(states()).toEqual(["a done", "c done", "f sending"]);
  });

  it("travel few at a time, in the order in which they came", async () => {
    const { queue, sendings, states } = aQueue();
    queue.add([aFile("a"), aFile("b"), aFile("c")], "Sea");
    expect(states()).toEqual(["a sending", "b sending", "c waiting"]);
    expect(sendings.map(({ file, team }) => [file.name, team])).toEqual([
      ["a", "Sea"],
      ["b", "Sea"],
    ]);
    sendings[0]?.progress(2);
    sendings[1]?.progress(4);
    expect(queue.list().map(({ sent, state }) => [sent, state])).toEqual([
      [2, "sending"],
      [4, "reading"],
      [0, "waiting"],
    ]);
    await sendings[1]?.done({ id: 7 });
    expect(states()).toEqual(["a sending", "b done", "c sending"]);
    expect(queue.list()[1]?.made).toEqual({ id: 7 });
    await sendings[0]?.done({ id: 8 });
    await sendings[2]?.done({ id: 9 });
    expect(queue.isOpen).toBe(false);
    queue.clear();
    expect(states()).toEqual([]);
  });

  it("of which one is over the limit never leave, and the others go on", () => {
    const { queue, sendings, states } = aQueue(10);
    const [large] = queue.add([aFile("large", 11), aFile("small", 10)]);
    expect(states()).toEqual(["large refused", "small sending"]);
    expect(queue.list()[0]?.message).toBe("large is too large.");
    queue.retry(large ?? 0);
    expect(sendings.map(({ file }) => file.name)).toEqual(["small"]);
  });

  it("say the server's own sentence where it refuses one, which can be sent again", async () => {
    const { queue, sendings, states } = aQueue();
    const [id] = queue.add([aFile("a")]);
    await sendings[0]?.refuse("This file is empty.");
    expect(queue.list()[0]).toMatchObject({ state: "refused", message: "This file is empty." });
    queue.retry(id ?? 0);
    expect(states()).toEqual(["a sending"]);
  });

  it("begin nothing more when the connection ends, and go on with the same keys", async () => {
    const { queue, sendings, states } = aQueue();
    queue.add([aFile("a"), aFile("b"), aFile("c")]);
    await sendings[0]?.lose();
    expect(states()).toEqual(["a lost", "b sending", "c waiting"]);
    await sendings[1]?.lose();
    expect(states()).toEqual(["a lost", "b lost", "c waiting"]);
    queue.goOn();
    expect(states()).toEqual(["a sending", "b sending", "c waiting"]);
    expect(sendings.slice(2).map(({ key }) => key)).toEqual(sendings.slice(0, 2).map(({ key }) => key));
    expect(new Set(sendings.map(({ key }) => key)).size).toBe(2);
  });

  it("that are cancelled end at once and give their place to the next", async () => {
    const { queue, sendings, states } = aQueue();
    const [a = 0, , c = 0] = queue.add([aFile("a"), aFile("b"), aFile("c"), aFile("d")]);
    queue.cancel(c);
    queue.cancel(a);
    await Promise.resolve();
    expect([sendings[0]?.signal.aborted, states()]).toEqual([true, ["b sending", "d sending"]]);
    await sendings[1]?.done({ id: 1 });
    expect(states()).toEqual(["b done", "d sending"]);
  });

  it("tell whoever watches, with another list each time and only then", () => {
    const { queue, sendings } = aQueue();
    let told = 0;
    const leave = queue.watch(() => (told += 1));
    queue.add([aFile("a")]);
    const [before, count] = [queue.list(), told];
    expect([count > 0, queue.list() === before]).toEqual([true, true]);
    sendings[0]?.progress(1);
    expect([told > count, queue.list() === before]).toEqual([true, false]);
    leave();
    sendings[0]?.progress(2);
    expect(told).toBe(count + 1);
  });
});
