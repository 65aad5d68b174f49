import { expect, it } from "vitest";
import type { Result } from "../../lib/doors/result";
import { atOnce, oneByOne } from "./sending";

const done = <T>(data: T): Promise<Result<T>> => Promise.resolve({ ok: true, data });
const refused = (message: string): Promise<Result<never>> =>
  Promise.resolve({ ok: false, error: { code: "conflict", message, fields: {} } });

it("one operation on several is undone by what it answered", async () => {
  const undone: unknown[] = [];
  const answer = await atOnce(
    (ids) => done({ before: ids.map((id) => `${id} before`) }),
    ({ before }) => done(undone.push(...before)),
  )([1, 2]);
  expect(answer).toMatchObject({ ok: true, data: { count: 2 } });
  if (answer.ok) await answer.data.back?.();
  expect(undone).toEqual(["1 before", "2 before"]);
  expect(await atOnce(() => refused("no"))([1])).toMatchObject({ ok: false, error: { message: "no" } });
});

it("one by one stops at the first refusal, and takes back what was done until then", async () => {
  const undone: number[] = [];
  const answer = await oneByOne(
    (id) => (id === 3 ? refused("not this one") : done(id)),
    (id) => done(undone.push(id)),
  )([1, 2, 3, 4]);
  expect(answer).toMatchObject({ ok: true, data: { count: 2, stopped: "not this one" } });
  if (answer.ok) await answer.data.back?.();
  expect(undone).toEqual([1, 2]);
  expect(await oneByOne(() => refused("no"))([1, 2])).toMatchObject({ ok: false });
});

it("one by one keeps the way back of what was done before the connection was lost", async () => {
  const undone: number[] = [];
  const lost = (): Promise<Result<number>> => Promise.reject(new TypeError("Failed to fetch"));
  const answer = await oneByOne(
    (id) => (id === 3 ? lost() : done(id)),
    (id) => done(undone.push(id)),
  )([1, 2, 3, 4]);
  expect(answer).toMatchObject({ ok: true, data: { count: 2, stopped: null } });
  if (answer.ok) await answer.data.back?.();
  expect(undone).toEqual([1, 2]);
  await expect(oneByOne(lost)([1, 2])).rejects.toThrow("Failed to fetch");
});
