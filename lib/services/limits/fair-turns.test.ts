import { expect, it } from "vitest";
import { FairTurns } from "./fair-turns";

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Works that end when told to; `begun` and `refused` name their askers. */
function works(turns: FairTurns) {
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, isKnown = false) =>
    turns
      .take(isKnown ? { known: name } : { stranger: name }, () => {
        begun.push(name);
        return new Promise<void>((end) => ends.push(end));
      })
      .catch(() => void refused.push(name));
  const endNext = async () => {
    ends.shift()?.();
    await nextTick();
  };
  return { begun, refused, ask, endNext };
}

const visit = async (turns: FairTurns, stranger: string, times: number) => {
  for (let i = 0; i < times; i += 1) await turns.take({ stranger }, async () => undefined);
};

it("whoever comes anew waits for nobody with a whole visit, whatever networks want that had as much as people have", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 200, retryAfter: 5, remembered: 60_000 });
  const crowd = Array.from({ length: 30 }, (_, i) => `crowd ${i}`);
  for (const name of crowd) await visit(turns, name, 10);
  const { begun, ask, endNext } = works(turns);
  for (const name of [...crowd, ...crowd]) void ask(name);
  for (let i = 0; i < 4; i += 1) {
    void ask("somebody");
    await endNext();
  }
  expect(begun).toEqual(["crowd 0", ...Array<string>(4).fill("somebody")]);
});

it("where more networks of strangers wait than may, one that comes anew is next, and of the others one is refused", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000 });
  const crowd = Array.from({ length: 30 }, (_, i) => `crowd ${i}`);
  for (const stranger of crowd) await visit(turns, stranger, 4);
  const { begun, refused, ask, endNext } = works(turns);
  for (const name of crowd) void ask(name);
  await nextTick();
  expect([begun, refused.length, turns.waiting]).toEqual([["crowd 0"], 9, 20]);
  void ask("new");
  await nextTick();
  expect([refused.length, refused.includes("new")]).toEqual([10, false]);
  await endNext();
  expect(begun).toEqual(["crowd 0", "new"]);
});

it("of a crowd that comes anew at once nobody keeps whoever comes a moment later waiting", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000 });
  const { begun, refused, ask, endNext } = works(turns);
  const crowd = Array.from({ length: 30 }, (_, i) => `crowd ${i}`);
  for (const name of crowd) void ask(name);
  await nextTick();
  // Those who were refused ask again.
  for (const name of refused) void ask(name);
  void ask("somebody");
  for (const name of refused) void ask(name);
  await nextTick();
  expect(refused).not.toContain("somebody");
  for (let i = 0; i < 3; i += 1) await endNext();
  // Of the crowd, the first ten that waited were refused for those who came later.
  expect(begun).toEqual(["crowd 0", "somebody", "crowd 11", "crowd 29"]);
});

it("of a crowd that wants much, nobody who has had a turn goes before whoever comes a moment later", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 200, retryAfter: 5, remembered: 60_000 });
  const { begun, ask, endNext } = works(turns);
  for (let i = 0; i < 4; i += 1) for (let network = 0; network < 30; network += 1) void ask(`crowd ${network}`);
  await endNext();
  void ask("somebody");
  // The first of them has its turn, and waits for the next one.
  await endNext();
  await endNext();
  expect(begun.indexOf("somebody")).toBe(3);
});

it("what is to be remembered of a network counts for longer than what others have had", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 20, usual: 2, visit: 1 });
  for (const stranger of ["wrong", "right", "wrong"]) await turns.take({ stranger }, async () => undefined);
  turns.remember("wrong", 60_000);
  await new Promise((resolve) => setTimeout(resolve, 40));
  const { begun, ask, endNext } = works(turns);
  for (const name of ["somebody", "wrong", "right"]) void ask(name);
  for (let i = 0; i < 3; i += 1) await endNext();
  expect(begun).toEqual(["somebody", "right", "wrong"]);
});

it("strangers who wait for too long are refused; those who are known are not, where they may wait in any number", async () => {
  const bounds = { atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000, longestMs: 20 };
  const refusedOf = async (more: { mostKnown?: number }) => {
    const { begun, refused, ask, endNext } = works(new FairTurns({ ...bounds, ...more }));
    for (const name of ["one", "two", "three"]) void ask(name);
    for (const name of ["ada", "bob"]) void ask(name, true);
    await new Promise((resolve) => setTimeout(resolve, 40));
    for (let i = 0; i < 5; i += 1) await endNext();
    return { begun: begun.toSorted(), refused: refused.toSorted() };
  };
  expect([await refusedOf({ mostKnown: Infinity }), await refusedOf({})]).toEqual([
    { begun: ["ada", "bob", "one"], refused: ["three", "two"] },
    { begun: ["one"], refused: ["ada", "bob", "three", "two"] },
  ]);
});

it("whoever has waited among strangers waits no longer among all", async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 150));
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000, longestMs: 300 });
  const { begun, refused, ask, endNext } = works(turns);
  void ask("one");
  void ask("two");
  void ask("ada", true);
  await pause();
  void ask("bob", true);
  await endNext();
  await expect.poll(() => refused, { interval: 1 }).toEqual(["two", "bob"]);
  expect(begun).toEqual(["one", "ada"]);
});

it("a reader who had as much as people have waits for one visit of somebody who comes anew and wants hundreds", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 200, retryAfter: 5, remembered: 60_000 });
  await visit(turns, "reader", 15);
  const { begun, ask, endNext } = works(turns);
  for (let i = 0; i < 100; i += 1) void ask("newcomer");
  void ask("reader");
  for (let i = 0; i < 5; i += 1) await endNext();
  expect(begun).toContain("reader");
});

it("however much strangers and an author want, somebody else who is known and the next stranger are soon called", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000 });
  const { begun, ask, endNext } = works(turns);
  for (let i = 0; i < 40; i += 1) void ask(`crowd ${i}`);
  for (let i = 0; i < 40; i += 1) void ask("author", true);
  void ask("owner", true);
  await nextTick();
  for (let i = 0; i < 6; i += 1) await endNext();
  expect(begun.slice(0, 3)).toEqual(["crowd 0", "author", "owner"]);
  expect(begun.slice(3, 5).toSorted()).toEqual(["author", "crowd 39"]);
});

it("says beforehand that a crowd's work would be refused, and nothing of that to anybody else", async () => {
  const turns = new FairTurns({ atOnce: 1, mostWaiting: 10, retryAfter: 5, remembered: 60_000, visit: 1, usual: 2 });
  const { begun, refused, ask, endNext } = works(turns);
  for (const name of ["a", "b"]) await visit(turns, name, 4);
  for (let i = 0; i < 11; i += 1) void ask("a");
  await nextTick();
  expect(() => turns.requireRoom({ stranger: "a" })).toThrow(/very busy/);
  for (const asker of [{ stranger: "b" }, { stranger: "somebody" }, { known: "a" }]) turns.requireRoom(asker);
  expect(refused).toEqual([]);
  await endNext();
  turns.requireRoom({ stranger: "a" });
  expect(begun).toEqual(["a", "a"]);
});

it.each([["new", false] as const, ["known", true] as const])(
  "%s goes in between the parts of work for a network that had much, and the next one not",
  async (name, isKnown) => {
    const turns = new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000, inParts: true });
    await visit(turns, "had much", 30);
    const { begun, ask, endNext } = works(turns);
    void ask("had much");
    void ask(name, isKnown);
    void ask("another");
    await nextTick();
    expect(begun).toEqual(["had much", name]);
    await endNext();
    expect(begun).toEqual(["had much", name, "another"]);
    // Nobody goes in between what is not done in parts.
    void ask("last");
    await nextTick();
    expect(begun).toHaveLength(3);
  },
);

const oneByOne = () =>
  new FairTurns({ atOnce: 1, mostWaiting: 20, retryAfter: 5, remembered: 60_000, visit: 1, inParts: true });

it("work is done in parts for those who had much, and counts for those who go in between", async () => {
  const turns = oneByOne();
  const told: boolean[] = [];
  const ask = (stranger: string) => turns.take({ stranger }, async (inParts) => void told.push(inParts));
  await ask("first");
  await Promise.all([ask("first"), ask("between")]);
  await ask("between");
  expect(told).toEqual([false, true, false, true]);
});

it("where a crowd waits, whoever comes a moment later goes between the parts of another newcomer's work, one only", async () => {
  const turns = oneByOne();
  const { begun, ask, endNext } = works(turns);
  for (let i = 0; i < 6; i += 1) void ask(`crowd ${i}`);
  await nextTick();
  // The first began when nobody waited, and has a whole turn.
  void ask("early");
  await nextTick();
  expect(begun).toEqual(["crowd 0"]);
  await endNext();
  expect(begun).toEqual(["crowd 0", "early"]);
  void ask("later");
  void ask("latest");
  await nextTick();
  expect(begun).toEqual(["crowd 0", "early", "later"]);
});

it("where few wait, nobody goes before whose work has begun", async () => {
  const turns = oneByOne();
  const { begun, ask, endNext } = works(turns);
  for (const name of ["one", "two", "three"]) void ask(name);
  await nextTick();
  await endNext();
  const [, second] = begun;
  void ask("later");
  await nextTick();
  expect(begun).toEqual(["one", second]);
});
