import { beforeEach, expect, it } from "vitest";
import { env } from "../../core/env";
import { anAdmin, anEditor } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { faults } from "../../testing/factories";
import { setOptions } from "../options/mutations";
import { foreseeAddresses } from "./addresses";

beforeEach(async () => {
  await freshDatabase();
  env.siteUrl = undefined;
});

const site = "https://jane.example";

it("says what becomes of the newest public post's address, exactly as the change then makes it", async () => {
  const admin = await anAdmin();
  await setOptions(admin, { items: [{ key: "site_url", value: site }] });
  expect(await foreseeAddresses(admin, { site_url: "https://other.example" })).toEqual({
    present: `${site}/`,
    coming: "https://other.example/",
  });
  await aPost(admin, { slug: "first", createTime: Date.parse("2026-03-04T05:06:07Z") });
  const change = await foreseeAddresses(admin, { post_permalink: "/{yyyy}/{mm}/{slug}" });
  expect(change).toEqual({ present: `${site}/archives/first`, coming: `${site}/2026/03/first` });
  await setOptions(admin, { items: [{ key: "post_permalink", value: "/{yyyy}/{mm}/{slug}" }] });
  expect(await foreseeAddresses(admin, { post_permalink: "/{slug}" })).toEqual({
    present: change?.coming,
    coming: `${site}/first`,
  });
  expect(await foreseeAddresses(admin, { post_permalink: "/{yyyy}/{mm}/{slug}", site_url: site })).toBeNull();
});

it("says nothing where SITE_URL decides, refuses what would lock out, and is for those who manage options", async () => {
  const admin = await anAdmin();
  expect(
    await faults(foreseeAddresses({ ...admin, origin: "http://jane.example" }, { site_url: "https://jane.example" })),
  ).toEqual(["site_url locks_out"]);
  env.siteUrl = site;
  expect(await foreseeAddresses(admin, { site_url: "https://other.example" })).toBeNull();
  await expect(foreseeAddresses(await anEditor(), {})).rejects.toMatchObject({ code: "forbidden" });
});
