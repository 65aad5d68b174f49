import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { shared } from "../core/shared";
import { hashPassword, ownWork } from "../features/accounts/passwords/password";
import { forgetShared, restoreEnvironment } from "./forgetting";

it("what one test file had kept is made anew for the next, and what served it has ended", async () => {
  let stopped = 0;
  const make = () => ({ stop: () => (stopped += 1) });
  const first = shared("forgotten in a test", make);
  await hashPassword("correct horse battery", ownWork);
  const { worker } = shared("password-worker", (): { worker: Worker | null } => ({ worker: null }));
  expect(worker).toBeInstanceOf(Worker);
  await forgetShared();
  expect([stopped, worker?.threadId]).toEqual([1, -1]);
  expect(shared("forgotten in a test", make)).not.toBe(first);
});

it("a storage that one test file used is of no cost to the next", async () => {
  const storage = shared("storage of a test", () => new AsyncLocalStorage<string>());
  let during: string | undefined;
  let afterwards: string | undefined;
  await storage.run("here", async () => {
    during = storage.getStore();
    await forgetShared();
    afterwards = storage.getStore();
  });
  expect([during, afterwards]).toEqual(["here", undefined]);
});

it("what one test file put into the environment is out of it for the next", () => {
  const before = { ...process.env };
  Object.assign(process.env, { BROADSHEET_TEST_ENGINE: "another", FORGOTTEN_IN_A_TEST: "yes" });
  restoreEnvironment(before);
  expect({ ...process.env }).toEqual(before);
});
