import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { aProgram } from "../testing/program";

/** What a process of its own prints; in this one the test runner's own storages are in use. */
async function printed(program: string): Promise<unknown> {
  return JSON.parse(execFileSync(process.execPath, [await aProgram(program)], { encoding: "utf8" }));
}

const follows = `
  import { AsyncLocalStorage, executionAsyncId } from "node:async_hooks";
  const isFollowed = () => Promise.resolve().then(() => executionAsyncId() !== 0);`;

const program = (before: string) => `
  import { inAsyncContext, watchAsyncContext } from "./lib/patches/async-context";
  ${follows}
  const seen = [];
  const note = async () => seen.push(await isFollowed());
  await note();
  const watched = await watchAsyncContext(${before});
  await note();
  const storage = new AsyncLocalStorage();
  const late = () => new Promise((resolve) => setTimeout(() => resolve(storage.getStore()), 5));
  const stores = [await inAsyncContext(() => storage.run("first", late))];
  await note();
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await note();
  stores.push(await late(), await inAsyncContext(() => storage.run("second", late)));
  console.log(JSON.stringify({ watched, seen, stores }));`;

it("storages are let go when nothing is being made, and take themselves up again", async () => {
  const isNeeded = await printed(`${follows} console.log(await new AsyncLocalStorage().run(1, isFollowed));`);
  // Node 24 and newer follow nothing.
  expect(isNeeded).toBe(Number(process.versions.node.split(".")[0]) < 24);
  expect(await printed(program(""))).toEqual({
    watched: isNeeded,
    seen: [false, false, isNeeded, false],
    stores: ["first", undefined, "second"].map((store) => store ?? null),
  });
});

const stores = (copy: string) => `
  import { inAsyncContext, watchAsyncContext, withStore } from "./lib/patches/async-context";
  import { withStore as withAnothersStore } from "${copy}";
  ${follows}
  const [storage, answers] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
  const after = (ms) => new Promise((resolve) => setTimeout(() => resolve(storage.getStore()), ms));
  const isNeeded = await watchAsyncContext();
  const long = withAnothersStore(storage, "long", () => after(1_300));
  const short = await withStore(storage, "short", () => after(5));
  const isKept = (await isFollowed()) === isNeeded;
  await inAsyncContext(() => answers.run("answer", async () => undefined));
  const found = [short, await long, storage.getStore()];
  const ended = await isFollowed();
  console.log(JSON.stringify({ isKept, found, ended }));`;

it("the storage of work is let go with its last, whatever else runs and whichever copy of the program runs it", async () => {
  // Next's bundles hold copies of their own.
  const copy = await aProgram('export { withStore } from "./lib/patches/async-context";');
  expect(await printed(stores(copy))).toEqual({
    isKept: true,
    found: ["short", "long", null],
    ended: false,
  });
});

it("where Node would follow nothing, nothing is let go", async () => {
  expect(await printed(program("Promise.resolve(false)"))).toMatchObject({
    watched: false,
    stores: ["first", null, "second"],
  });
});
