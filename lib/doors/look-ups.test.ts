import { expect, it } from "vitest";
import { holdingTurn } from "../core/held-turns";
import { lookUp } from "./look-ups";

it("whoever looks up thousands of things keeps only themselves waiting", async () => {
  const had: string[] = [];
  let [running, most] = [0, 0];
  const look = (ip: string) =>
    lookUp({ ip }, async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      had.push(ip);
    });
  const crowd = Array.from({ length: 400 }, () => look("192.0.2.1"));
  await look("192.0.2.2");
  expect(had.indexOf("192.0.2.2")).toBeLessThan(8);
  await Promise.all(crowd);
  expect(most).toBeLessThanOrEqual(3);
});

it("of a crowd that is too large the last are refused, and nobody else", async () => {
  const look = (ip: string) => lookUp({ ip }, () => new Promise((resolve) => setTimeout(resolve, 1)));
  const crowd = Array.from({ length: 700 }, () => look("192.0.2.1").catch((e: unknown) => e));
  await look("192.0.2.3");
  const refused = (await Promise.all(crowd)).filter((answer) => answer instanceof Error);
  expect(refused.length).toBeGreaterThan(190);
  expect(refused[0]).toMatchObject({ code: "unavailable", extra: { retryAfter: 5 } });
});

it("in a turn that others wait for, nobody stands behind all else that their network looks up", async () => {
  const had: string[] = [];
  const look = (name: string) =>
    lookUp({ ip: "192.0.2.4" }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      had.push(name);
    });
  const crowd = Array.from({ length: 400 }, () => look("crowd"));
  await holdingTurn(() => look("in its turn"));
  expect(had.indexOf("in its turn")).toBeLessThan(8);
  await Promise.all(crowd);
});
