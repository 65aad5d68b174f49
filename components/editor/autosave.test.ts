import { describe, expect, it } from "vitest";
import { Autosave, QUIET } from "./autosave";
import type { Outcome } from "./snapshot";
import { stoppedClock } from "./stopped-clock";

type Sent = {
  edits: string;
  version: number | null;
  answer: (outcome: Outcome<string>) => void;
  fail: (error: Error) => void;
};

function setUp(version: number | null = 1) {
  const time = stoppedClock();
  const sent: Sent[] = [];
  const states: string[] = [];
  const autosave = new Autosave<string, string>(
    {
      clock: time.clock,
      changed: ({ state }) => states.push(state),
      send: (edits, at) => new Promise((answer, fail) => sent.push({ edits, version: at, answer, fail })),
    },
    version,
  );
  const last = () => {
    const call = sent.at(-1);
    if (!call) throw new Error("nothing was sent");
    return call;
  };
  const answer = async (outcome: Outcome<string>) => {
    last().answer(outcome);
    await time.runPending();
  };
  return { ...time, autosave, sent, states, last, answer, state: () => autosave.snapshot.state };
}

const saved = (version: number): Outcome<string> => ({ kind: "saved", version, saved: "" });

describe("autosave", () => {
  it("saves two seconds after the last key, with the version it is based on", async () => {
    const { autosave, pass, sent, answer, state } = setUp(4);
    autosave.edited("a");
    await pass(QUIET - 1);
    autosave.edited("ab");
    await pass(QUIET - 1);
    expect(sent).toHaveLength(0);
    expect(state()).toBe("dirty");
    await pass(1);
    expect(sent.map(({ edits, version }) => [edits, version])).toEqual([["ab", 4]]);
    expect(state()).toBe("saving");
    expect(autosave.unsaved).toBe(true);
    await answer(saved(5));
    expect([state(), autosave.version, autosave.unsaved]).toEqual(["saved", 5, false]);
  });

  it("has one save in flight; of what is written meanwhile the latest follows, on the new version", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    autosave.edited("ab");
    autosave.edited("abc");
    await pass(10 * QUIET);
    expect(sent).toHaveLength(1);
    await answer(saved(2));
    expect(state()).toBe("dirty");
    await pass(0);
    expect(sent.slice(1).map(({ edits, version }) => [edits, version])).toEqual([["abc", 2]]);
  });

  it("keeps trying without a network, more and more slowly, and saves the latest text when it is back", async () => {
    const { autosave, pass, sent, last, answer, runPending, state, waiting } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    last().fail(new TypeError("Failed to fetch"));
    await runPending();
    expect(state()).toBe("offline");
    const waits: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      waits.push(...waiting());
      await pass(waits.at(-1) ?? 0);
      await answer({ kind: "offline" });
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    autosave.edited("ab");
    expect(state()).toBe("offline");
    const before = sent.length;
    autosave.retry();
    expect(sent.slice(before).map(({ edits }) => edits)).toEqual(["ab"]);
    await answer(saved(2));
    expect([state(), waiting()]).toEqual(["saved", []]);
  });

  it("waits as long as a busy server says, and tries again by itself", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    await answer({ kind: "busy", after: 7 });
    expect([state(), autosave.snapshot.againAt, autosave.unsaved]).toEqual(["busy", QUIET + 7000, true]);
    autosave.edited("ab");
    await pass(6999);
    expect([state(), sent.length]).toEqual(["busy", 1]);
    await pass(1);
    expect(sent.map(({ edits }) => edits)).toEqual(["a", "ab"]);
    await answer(saved(2));
    expect([state(), autosave.unsaved]).toEqual(["saved", false]);
  });

  it("saves what is written after a save on purpose found no server", async () => {
    const { autosave, pass, sent } = setUp();
    await autosave.deliberately(async () => ({ kind: "offline" }));
    autosave.edited("a");
    await pass(60_000);
    expect(sent.map(({ edits }) => edits)).toEqual(["a"]);
  });

  it("stops at a collision until somebody has chosen", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("mine");
    await pass(QUIET);
    await answer({ kind: "stale", current: "theirs" });
    expect([state(), autosave.snapshot.current]).toEqual(["conflict", "theirs"]);
    autosave.edited("mine still");
    await autosave.flush();
    await pass(100_000);
    expect(sent).toHaveLength(1);
    autosave.adopt(7, "mine still");
    expect([sent.at(-1)?.edits, sent.at(-1)?.version]).toEqual(["mine still", 7]);
    await answer(saved(8));
    expect([state(), autosave.snapshot.current]).toEqual(["saved", null]);
  });

  it("has nothing waiting after theirs was taken", async () => {
    const { autosave, pass, sent, answer } = setUp();
    autosave.edited("mine");
    await pass(QUIET);
    await answer({ kind: "stale", current: "theirs" });
    autosave.adopt(7);
    await pass(100_000);
    expect([sent.length, autosave.unsaved, autosave.version]).toEqual([1, false, 7]);
  });

  it("waits for a sign-in, then saves what was written until then", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    await answer({ kind: "signed-out" });
    autosave.edited("ab");
    await pass(100_000);
    expect([state(), sent.length]).toEqual(["signed-out", 1]);
    autosave.retry();
    await answer(saved(2));
    expect([state(), sent.at(-1)?.edits]).toEqual(["saved", "ab"]);
  });

  it("says what was refused, and tries again with the next change", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    await answer({ kind: "refused", message: "Too long." });
    expect([state(), autosave.snapshot.message, autosave.unsaved]).toEqual(["refused", "Too long.", true]);
    autosave.edited("b");
    await pass(QUIET);
    expect([sent.length, autosave.snapshot.message]).toEqual([2, null]);
  });

  it("tries again by itself when something was changed while the refusal was on its way", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    autosave.edited("b");
    await answer({ kind: "refused", message: "Too long." });
    expect(state()).toBe("refused");
    await pass(QUIET);
    expect(sent.map(({ edits }) => edits)).toEqual(["a", "b"]);
    await answer(saved(2));
    expect([state(), autosave.snapshot.message, autosave.unsaved]).toEqual(["saved", null, false]);
  });

  it("saves on purpose after the save in flight, on its version, and takes what was waiting with it", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    await pass(QUIET);
    autosave.edited("ab");
    const versions: (number | null)[] = [];
    const done = autosave.deliberately(async (version) => {
      versions.push(version);
      return saved(9);
    });
    await answer(saved(2));
    expect((await done).kind).toBe("saved");
    await pass(100_000);
    expect([versions, sent.length, autosave.version, state()]).toEqual([[2], 1, 9, "saved"]);
  });

  it("keeps what was waiting when the save on purpose fails", async () => {
    const { autosave, pass, sent } = setUp();
    autosave.edited("a");
    await autosave.deliberately(async () => ({ kind: "offline" }));
    expect(autosave.unsaved).toBe(true);
    await pass(2000);
    expect(sent.map(({ edits }) => edits)).toEqual(["a"]);
  });

  it("saves what was waiting when the save on purpose is refused", async () => {
    const { autosave, pass, sent, answer, state } = setUp();
    autosave.edited("a");
    expect(
      (await autosave.deliberately(async () => ({ kind: "refused", message: "Please give it a title." }))).kind,
    ).toBe("refused");
    expect([state(), autosave.snapshot.message]).toEqual(["refused", "Please give it a title."]);
    await pass(QUIET);
    expect(sent.map(({ edits }) => edits)).toEqual(["a"]);
    await answer(saved(2));
    expect([state(), autosave.unsaved]).toEqual(["saved", false]);
    await autosave.deliberately(async () => ({ kind: "refused", message: "Please give it a title." }));
    await pass(100_000);
    expect(sent).toHaveLength(1);
  });

  it("has nothing to wait for when only the save on purpose was refused", async () => {
    const { autosave, state } = setUp();
    await autosave.deliberately(async () => ({ kind: "signed-out" }));
    expect([state(), autosave.unsaved]).toEqual(["signed-out", false]);
    autosave.retry();
    expect(state()).toBe("saved");
  });

  it("saves at once when asked to, and creates without a version", async () => {
    const { autosave, sent, answer } = setUp(null);
    autosave.edited("a");
    const done = autosave.flush();
    await Promise.resolve();
    expect(sent.map(({ version }) => version)).toEqual([null]);
    await answer(saved(1));
    await done;
    expect(autosave.version).toBe(1);
  });
});
