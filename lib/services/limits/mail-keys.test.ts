import { expect, it } from "vitest";
import { Limiter, mailKeys } from "./attempts";

const MINUTE_MS = 60_000;

/** How many mails a network causes that asks every four minutes for so many days, for one address or another each time. */
async function inDays(
  days: number,
  subjectOf: (i: number) => string,
  ip: string | ((i: number) => string) = "192.0.2.1",
): Promise<number> {
  const clock = { now: 1_000_000 };
  const limiter = new Limiter("test", { now: () => clock.now });
  let sent = 0;
  for (let i = 0; i < days * 360; i += 1) {
    await limiter
      .attempt(
        mailKeys(subjectOf(i), typeof ip === "string" ? ip : ip(i)),
        async () => (sent += 1),
        () => "failed",
      )
      .catch(() => undefined);
    clock.now += 4 * MINUTE_MS;
  }
  return sent;
}

it("whoever asks for mails all day causes a few dozen a day to one address, and not many more to all", async () => {
  expect(await inDays(5, () => "jane")).toBeLessThan(5 * 20);
  expect(await inDays(5, (i) => `name${i}`)).toBeLessThan(5 * 60);
  expect(await inDays(5, (i) => `name${i}`, "2001:db8:7:1::1")).toBeLessThan(5 * 60);
  const lines = (i: number) => `2001:db8:7:${(i % 50).toString(16)}::1`;
  expect(await inDays(5, (i) => `name${i}`, lines)).toBeLessThan(5 * 115);
});

it("somebody who asks ten times on one day, as often as they may, is served each time", async () => {
  const clock = { now: 1_000_000 };
  const limiter = new Limiter("test", { now: () => clock.now });
  for (let i = 0; i < 10; i += 1) {
    expect(
      await limiter.attempt(
        mailKeys("jane", "192.0.2.1"),
        async () => i,
        () => "failed",
      ),
    ).toBe(i);
    clock.now += 6 * MINUTE_MS;
  }
});
