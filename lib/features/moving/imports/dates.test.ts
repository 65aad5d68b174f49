import { expect, it } from "vitest";
import { FIRST_INSTANT, LAST_INSTANT } from "../../../core/fields";
import { datesOf } from "./dates";

const [exported, now] = [new Date("2026-01-01"), new Date("2026-02-01")];

it("keeps every date that a text can have here: one that is hidden until the last second of 9999 stays hidden", () => {
  for (const time of [FIRST_INSTANT, -1, 0, LAST_INSTANT])
    expect(datesOf({ createTime: new Date(time) }, { exportTime: exported }, now)).toMatchObject({
      createTime: new Date(time),
      warnings: [],
    });
  for (const time of [FIRST_INSTANT - 1, LAST_INSTANT + 1, Number.NaN])
    expect(datesOf({ createTime: new Date(time) }, { exportTime: exported }, now)).toMatchObject({
      createTime: exported,
      warnings: [expect.stringContaining("that of the export is used")],
    });
});
