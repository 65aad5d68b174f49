import { assert, date, integer, property } from "fast-check";
import { expect, it, vi } from "vitest";
import { beginOfDay, beginOfMonth, dateIn, dayIn, instantAt, isoDay, isTimeZone, wallClock } from "./calendar";

it.each(["UTC", "Europe/Lisbon", "America/Argentina/Buenos_Aires", "Asia/Shanghai", "Etc/GMT+12"])(
  "%s is a time zone",
  (name) => expect(isTimeZone(name)).toBe(true),
);

it.each(["", "Mars/Olympus", "+01:00", "UTC\n", "../UTC", "Europe/", "Europe/Lisbon ", "a".repeat(1000)])(
  "%j is none",
  (name) => expect(isTimeZone(name)).toBe(false),
);

it.each([
  ["UTC", "2026-11-22T23:59:59.999Z", "2026-11-22"],
  ["UTC", "2026-11-23T00:00:00.000Z", "2026-11-23"],
  ["Asia/Shanghai", "2026-11-22T16:00:00.000Z", "2026-11-23"],
  ["Asia/Shanghai", "2026-11-22T15:59:59.999Z", "2026-11-22"],
  ["America/Los_Angeles", "2026-03-08T07:59:59.999Z", "2026-03-07"],
  // The day on which clocks go forward has 23 hours.
  ["America/Los_Angeles", "2026-03-09T06:59:59.999Z", "2026-03-08"],
  ["America/Los_Angeles", "2026-03-09T07:00:00.000Z", "2026-03-09"],
  ["Pacific/Kiritimati", "2026-12-31T10:00:00.000Z", "2027-01-01"],
])("in %s, %s is on %s", (zone, at, day) => expect(isoDay(dayIn(zone, new Date(at)))).toBe(day));

it("in UTC a day is the beginning of ISO 8601, whatever the date", () =>
  assert(
    property(date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }), (at) => {
      expect(isoDay(dayIn("UTC", at))).toBe(at.toISOString().slice(0, 10));
    }),
  ));

it("days follow one another without gaps across a change of the clocks", () =>
  assert(
    property(integer({ min: 0, max: 400 * 24 }), (hour) => {
      const at = (hours: number) => dayIn("Europe/Lisbon", new Date(Date.UTC(2026, 0, 1, hours)));
      expect([0, 1]).toContain(at(hour + 1) - at(hour));
    }),
  ));

const zones = ["UTC", "Asia/Shanghai", "America/St_Johns", "Europe/Vienna", "Australia/Lord_Howe", "Pacific/Apia"];
const HOUR_MS = 3_600_000;

it("shows what clocks in a zone show", () => {
  const at = new Date("2026-03-29T00:59:30Z");
  expect(zones.map((zone) => wallClock(at, zone))).toEqual([
    "2026-03-29T00:59",
    "2026-03-29T08:59",
    "2026-03-28T22:29",
    "2026-03-29T01:59",
    "2026-03-29T11:59",
    "2026-03-29T13:59",
  ]);
});

it.each(zones)("finds an instant that clocks show so, at any hour of a year: %s", (zone) => {
  const start = Date.parse("2026-01-01T00:00:00Z");
  for (let hour = 0; hour < 366 * 24; hour += 1) {
    const shown = wallClock(new Date(start + hour * HOUR_MS), zone);
    const found = instantAt(shown, zone);
    expect(found && wallClock(found, zone)).toBe(shown);
  }
});

it("takes a time that the clocks skip as the one after the change, and no text", () => {
  expect(instantAt("2026-03-29T02:30", "Europe/Vienna")?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  expect(instantAt("", "Europe/Vienna")).toBeNull();
  expect(instantAt("soon", "Europe/Vienna")).toBeNull();
});

it("knows when a day begins in a zone, and the day after it", () => {
  const begins = (...given: Parameters<typeof beginOfDay>) => beginOfDay(...given)?.toISOString();
  expect(begins("2026-11-23", "Asia/Shanghai")).toBe("2026-11-22T16:00:00.000Z");
  // The clocks go back an hour on this day.
  expect(begins("2026-10-25", "Europe/Vienna", 1)).toBe("2026-10-25T23:00:00.000Z");
  expect(begins("", "UTC")).toBeUndefined();
});

it.each(zones)("places every instant in the month that its date names, also where clocks change: %s", (zone) =>
  assert(
    property(date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }), (at) => {
      const { year, month, day } = dateIn(zone, at);
      expect(`${year}-${month}-${day}`).toBe(wallClock(at, zone).slice(0, 10));
      expect(beginOfMonth(Number(year), Number(month), zone).getTime()).toBeLessThanOrEqual(at.getTime());
      expect(beginOfMonth(Number(year), Number(month) + 1, zone).getTime()).toBeGreaterThan(at.getTime());
    }),
  ),
);

it("does not keep what it made for every spelling of a zone", () => {
  const Format = Intl.DateTimeFormat;
  const made = vi.fn<() => void>();
  vi.stubGlobal("Intl", {
    DateTimeFormat: class extends Format {
      constructor(...given: ConstructorParameters<typeof Format>) {
        super(...given);
        made();
      }
    },
  });
  const spelled = (number: number) =>
    `${Array.from("america/argentina", (sign, i) => ((number >> i) & 1 ? sign.toUpperCase() : sign)).join("")}/ushuaia`;
  const at = new Date("2026-11-23T12:00:00Z");
  for (let number = 0; number < 300; number += 1) expect(wallClock(at, spelled(number))).toBe("2026-11-23T09:00");
  made.mockClear();
  wallClock(at, spelled(299));
  expect(made).not.toHaveBeenCalled();
  wallClock(at, spelled(0));
  expect(made).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
