import { beforeEach, expect, it } from "vitest";
import { env } from "../../core/env";
import { anAdmin } from "../../testing/actors";
import { faults } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { readOption } from "../../services/settings/reading";
import { createOption, setOptions, updateOption } from "./mutations";

beforeEach(async () => {
  await freshDatabase();
  env.siteUrl = undefined;
});

const secure = "https://jane.example";
const cameBy = async (origin: string | null) => ({ ...(await anAdmin()), origin });

it("an address that would lock its owner out is refused, however it is set", async () => {
  const owner = await cameBy("http://jane.example");
  expect(await faults(setOptions(owner, { items: [{ key: "site_url", value: secure }] }))).toEqual([
    "items.0.value locks_out",
  ]);
  expect(await faults(createOption(owner, { key: "site_url", value: `${secure}/` }))).toEqual(["value locks_out"]);
  const { id } = await createOption(owner, { key: "site_url", value: "http://jane.example" });
  expect(await faults(updateOption(owner, { optionId: id, key: "site_url", value: secure }))).toEqual([
    "value locks_out",
  ]);
  expect(await readOption(stored(), "site_url")).toBe("http://jane.example");
});

it.each([
  ["came by HTTPS", secure],
  ["came by another host", "http://192.0.2.1:4000"],
  ["came by another port", "http://jane.example:4000"],
  ["is a program", null],
  ["is in a page without an origin", "null"],
])("whoever %s may set it", async (_who, origin) => {
  await setOptions(await cameBy(origin), { items: [{ key: "site_url", value: secure }] });
  expect(await readOption(stored(), "site_url")).toBe(secure);
});

it("on one's own machine browsers keep the cookies of HTTPS all the same", async () => {
  const local = "https://localhost:4000";
  await setOptions(await cameBy("http://localhost:4000"), { items: [{ key: "site_url", value: local }] });
  expect(await readOption(stored(), "site_url")).toBe(local);
});

it("an address that is stored already is no reason to refuse the rest", async () => {
  await setOptions(await cameBy(null), { items: [{ key: "site_url", value: secure }] });
  const items = [
    { key: "site_url", value: secure },
    { key: "site_title", value: "Jane's" },
  ];
  await setOptions(await cameBy("http://jane.example"), { items });
  expect(await readOption(stored(), "site_title")).toBe("Jane's");
});
