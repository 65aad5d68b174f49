import { beforeEach, expect, it, vi } from "vitest";
import { visitor } from "../../testing/actors";
import { mailOptions, storeOptions } from "../../testing/options";
import { freshDatabase } from "../../testing/setup";
import { follow } from "./following";

// Limits keep the clock that they find when they are loaded.
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date"] }));

beforeEach(async () => {
  await freshDatabase();
  await storeOptions({ site_url: "https://jane.example", follow_enabled: "true", ...mailOptions });
});

it("one network has ten wishes to follow taken in an hour and twenty in a day, whatever the addresses", async () => {
  const taken: number[] = [];
  for (let hour = 0; hour < 25; hour += 1) {
    taken[hour] = 0;
    for (let i = 0; i < 12; i += 1)
      await follow({ ...visitor, ip: "203.0.113.9" }, { email: `name${hour}-${i}@example.org` }).then(
        () => (taken[hour] = (taken[hour] ?? 0) + 1),
        () => undefined,
      );
    vi.setSystemTime(Date.now() + 3_600_000);
  }
  expect(taken).toEqual([10, 10, ...Array.from({ length: 22 }, () => 0), 10]);
});
