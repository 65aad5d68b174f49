import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access";
import { known, type OptionKey, optionKeys } from "../../core/settings";
import { anAdmin } from "../../testing/actors";
import { aToken, call } from "../../testing/api";
import { aCategory, aJournal, aPost, aSheet, aTag } from "../../testing/factories";
import { aComment } from "../../testing/commented";
import { aPng } from "../../testing/pictures";
import { freshDatabase } from "../../testing/setup";
import { findingsSoFar } from "../../testing/watch/watch";
import { setOptions } from "./mutations";

let admin: Actor & { id: number };
let picture: string;

beforeAll(async () => {
  await freshDatabase();
  admin = await anAdmin();
  const [category, tag] = [await aCategory(), await aTag()];
  // Older than a day, so that comments may be closed, and in another month in another time zone.
  const createTime = Date.UTC(new Date().getUTCFullYear() - 1, 5, 30, 23, 30);
  await aPost(admin, { categoryIds: [category.id], tagIds: [tag.id], createTime });
  // With two conversations, whose order is a setting.
  const { id } = await aPost(admin, { createTime });
  await aComment(id);
  await aComment(id);
  await aSheet(admin, { createTime });
  await aJournal(admin);
  const body = new FormData();
  body.append("files", new Blob([(await aPng()) as never]), "icon.png");
  const { list } = await call("POST", "/admin/attachments", { token: (await aToken("AUTHOR")).token, body });
  picture = (list[0] as { url: string }).url;
  await findingsSoFar();
});

/** Another value that a setting takes. */
function otherValue(key: OptionKey): string {
  const { kind, choices, fallback, min = 0 } = known(key);
  if (kind === "boolean") return String(fallback !== true);
  if (kind === "choice") return choices?.find((choice) => choice !== fallback) ?? "";
  if (kind === "number") return String(fallback === min ? min + 1 : min);
  if (key === "site_icon" || key === "home_cover") return picture;
  return (
    ["https://other.example", "other@example.org", "other.example", ".txt", "Europe/Lisbon"].find(
      (value) => known(key).schema.safeParse(value).success,
    ) ?? ""
  );
}

/** Answers that a setting changes together with others only, or where a post is dated near the end of a month. */
const together: Partial<Record<OptionKey, string>> = {
  site_timezone: "listPublicPosts",
  email_enabled: "getSite",
  email_host: "getSite",
  email_from_address: "getSite",
};

describe("a setting that is changed", () => {
  it.each(optionKeys)("makes stale what was made with it, and nothing else: %s", async (key) => {
    await setOptions(admin, { items: [{ key, value: otherValue(key) }] });
    const [finding] = await findingsSoFar();
    expect(finding).toMatchObject({ operation: "setOptions", touched: [`setting:${key}`], stale: [] });
    const dropped = Object.values(finding?.dropped ?? {}).flatMap((queries) => Object.entries(queries));
    expect(dropped.filter(([query, isChanged]) => !isChanged && query !== together[key])).toEqual([]);
  });
});
