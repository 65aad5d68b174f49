import { beforeEach, describe, expect, it } from "vitest";
import { env } from "../../core/env";
import { forgetRemembered } from "../../core/remembered";
import { anAdmin, visitor } from "../../testing/actors";
import { storeOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { getSite } from "../site/queries";
import { readOption, readOptions } from "../../services/settings/reading";
import { locales } from "../../core/languages";
import { knownOptions, type OptionKey } from "../../core/settings";

beforeEach(async () => {
  await freshDatabase();
  env.siteUrl = undefined;
});

const keys = Object.keys(knownOptions) as OptionKey[];

describe("options", () => {
  it("that are not stored have their defaults, which keep their own rules", async () => {
    expect(await readOptions(stored())).toEqual(
      Object.fromEntries(keys.map((key) => [key, knownOptions[key].fallback])),
    );
    for (const key of keys)
      expect([key, knownOptions[key].schema.safeParse(String(knownOptions[key].fallback)).success]).toEqual([
        key,
        true,
      ]);
  });

  it.each([
    ["site_title", "Jane's", "Jane's"],
    ["site_title", "😀".repeat(255), "😀".repeat(255)],
    ["site_title", "x".repeat(256), "Broadsheet"],
    ["site_locale", "zh-CN", "zh-CN"],
    ["site_locale", "xx", "en"],
    ["site_scheme", "dark", "dark"],
    ["site_scheme", "sepia", "auto"],
    ["site_accent", "pine", "pine"],
    ["site_accent", "#ff0000", "look"],
    ["site_logo", "javascript:alert(1)", ""],
    ["code_hosts", "a.example https://b.example:8443 *.c.example", "a.example https://b.example:8443 *.c.example"],
    ["code_hosts", "a.example; script-src *", ""],
    ["code_hosts", "'unsafe-inline'", ""],
    ["code_hosts", "*", ""],
    ["site_url", "https://jane.example/blog", "https://jane.example/blog"],
    ["site_url", "javascript:alert(1)", ""],
    ["site_url", "", ""],
    ["posts_per_page", "1", 1],
    ["posts_per_page", "100", 100],
    ["posts_per_page", "0", 13],
    ["posts_per_page", "101", 13],
    ["posts_per_page", "many", 13],
    ["posts_per_page", "1.5", 13],
    ["feed_size", "50", 50],
    ["api_enabled", "false", false],
    ["api_enabled", "true", true],
    ["api_enabled", "perhaps", true],
    ["page_cache_size", "1048576", 1_048_576],
    ["page_cache_size", "1048575", 134_217_728],
    ["recycled_post_retention_time", "3650", 3650],
    ["recycled_post_retention_time", "0", 30],
  ] as const)("%s stored as %j is read as %j", async (key, value, expected) => {
    await storeOptions({ [key]: value });
    expect(await readOption(stored(), key)).toBe(expected);
  });

  it("that nobody knows are left aside", async () => {
    await storeOptions({ my_own: "x", constructor: "y" });
    expect(Object.keys(await readOptions(stored())).sort()).toEqual([...keys].sort());
  });
});

describe("the site", () => {
  it("is told apart before and after its installation", async () => {
    expect(await getSite(visitor, {})).toEqual({
      installed: false,
      title: "Broadsheet",
      description: "",
      url: `http://localhost:${env.port}`,
      locale: "en",
      timeZone: "UTC",
      scheme: "auto",
      look: "broadsheet",
      accent: "brick",
      fonts: "newsreader",
      homeLayout: "front",
      width: "normal",
      lists: { covers: true, excerpts: true, dates: true, authors: true },
      posts: { related: true, share: true },
      homeCover: "",
      logo: "",
      logoDark: "",
      hasIcon: false,
      footer: "",
      follow: false,
      aboutLine: false,
      postsPerPage: 13,
      feedSize: 20,
      permalink: "/archives/{slug}",
      menu: [],
    });
    await anAdmin();
    // The factory writes the account without the installation.
    forgetRemembered(["site"]);
    await storeOptions({
      site_title: "Title",
      site_description: "About",
      site_url: "https://jane.example/",
      site_locale: "zh-CN",
      site_timezone: "Asia/Shanghai",
      site_scheme: "dark",
      site_look: "terminal",
      site_accent: "sea",
      site_fonts: "system-sans",
      site_width: "wide",
      list_covers: "false",
      list_authors: "false",
      post_share: "false",
      home_cover: "/uploads/quay.jpg",
      site_logo: "/uploads/logo.png",
      site_logo_dark: "/uploads/dark.png",
      site_icon: "/uploads/icon.png",
      site_footer: "© Jane",
      posts_per_page: "7",
      feed_size: "8",
      about_line: "true",
      post_permalink: "/{slug}",
    });
    expect(await getSite(visitor, {})).toEqual({
      installed: true,
      title: "Title",
      description: "About",
      url: "https://jane.example",
      locale: "zh-CN",
      timeZone: "Asia/Shanghai",
      scheme: "dark",
      look: "terminal",
      accent: "sea",
      fonts: "system-sans",
      // As the look has it.
      homeLayout: "list",
      width: "wide",
      lists: { covers: false, excerpts: true, dates: true, authors: false },
      posts: { related: true, share: false },
      homeCover: "/uploads/quay.jpg",
      logo: "/uploads/logo.png",
      logoDark: "/uploads/dark.png",
      hasIcon: true,
      footer: "<p>© Jane</p>",
      follow: false,
      aboutLine: true,
      postsPerPage: 7,
      feedSize: 8,
      permalink: "/{slug}",
      menu: [],
    });
    expect(locales).toContain("zh-CN");
  });

  it("takes its address from SITE_URL first", async () => {
    await storeOptions({ site_url: "https://jane.example" });
    env.siteUrl = "https://other.example";
    expect((await getSite(visitor, {})).url).toBe("https://other.example");
  });
});
