import { describe, expect, it } from "vitest";
import en from "../../lib/services/words/messages/en.json";
import zhCN from "../../lib/services/words/messages/zh-CN.json";
import { capsOf, isKey, keyNames, keys, places } from "./keys";

const pressed = (given: Partial<Parameters<typeof isKey>[1]>) => ({
  key: "",
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...given,
});

describe("keys", () => {
  it("are known by letter and by what is held with it, exactly", () => {
    expect(isKey("palette", pressed({ key: "k", ctrlKey: true }))).toBe(true);
    expect(isKey("palette", pressed({ key: "K", metaKey: true }))).toBe(true);
    expect(isKey("palette", pressed({ key: "k" }))).toBe(false);
    expect(isKey("previous", pressed({ key: "k", ctrlKey: true }))).toBe(false);
    expect(isKey("palette", pressed({ key: "k", ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isKey("publish", pressed({ key: "Enter", ctrlKey: true }))).toBe(true);
    expect(isKey("publish", pressed({ key: "Enter" }))).toBe(false);
    expect(isKey("keys", pressed({ key: "?", shiftKey: true }))).toBe(true);
    expect(isKey("keys", pressed({ key: "?" }))).toBe(true);
    expect(isKey("tasks", pressed({ key: "7", ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(isKey("messages", pressed({ key: "t", code: "KeyT", altKey: true }))).toBe(true);
    expect(isKey("messages", pressed({ key: "†", code: "KeyT", altKey: true })), "on a Mac").toBe(true);
    expect(isKey("messages", pressed({ key: "t", code: "KeyT" }))).toBe(false);
  });

  it("are each one key of its place only, and have a name in each language", () => {
    for (const place of places) {
      const here = keyNames.filter((name) => keys[name].place === place).map((name) => keys[name].key);
      expect(new Set(here).size).toBe(here.length);
    }
    for (const messages of [en, zhCN]) {
      expect(Object.keys(messages.admin.keys.names).sort()).toEqual([...keyNames].sort());
      expect(Object.keys(messages.admin.keys.places).sort()).toEqual([...places].sort());
    }
    expect(capsOf("tasks")).toEqual(["Ctrl", "Shift", "7"]);
  });
});
