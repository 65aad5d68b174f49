import { expect, it } from "vitest";
import { meantLocale, meantSiteLocale, nearestLocale } from "./languages";

it.each([
  ["en", "en", "en"],
  ["en-GB", "en", "en"],
  ["EN_us", "en", "en"],
  ["zh", "zh-CN", "zh-CN"],
  ["zh-Hans", "zh-CN", "zh-CN"],
  ["zh-SG", "zh-CN", "zh-CN"],
  ["zh-Hant", "zh-TW", "zh-CN"],
  ["zh_HK", "zh-TW", "zh-CN"],
  ["zh-tw", "zh-TW", "zh-CN"],
  ["de-AT", "de", undefined],
  ["fr-CA", "fr", undefined],
  ["es-MX", "es", undefined],
  ["ja-JP", "ja", undefined],
  ["pt-BR", undefined, undefined],
  ["", undefined, undefined],
  ["*", undefined, undefined],
  ["not a language", undefined, undefined],
])("%j means %j for visitors and %j in the dashboard", (wish, site, dashboard) => {
  expect(meantSiteLocale(wish)).toBe(site);
  expect(meantLocale(wish)).toBe(dashboard);
  expect(nearestLocale(wish)).toBe(dashboard ?? "en");
});
