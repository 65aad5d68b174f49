import { describe, expect, it } from "vitest";
import { AppError, conflict, invalid } from "../core/errors";
import { sentencesOf } from "../services/words/sentences";
import { locales } from "../core/languages";
import { programFiles } from "../testing/sources";
import { refusalIn } from "./refusal";

const said = (error: AppError) => locales.map((locale) => refusalIn(locale, error).error.message);
const features = programFiles().filter(
  ({ path }) => path.startsWith("lib/") && !/^lib\/(cli|api|server|doors)\//.test(path),
);

describe("a refusal in the dashboard", () => {
  it("of a record as a whole is said in its language, with its number", () => {
    expect(
      said(
        new AppError("conflict", "This is the last administrator. Make somebody else an administrator first.", {
          reason: "last_administrator",
        }),
      ),
    ).toEqual([
      "This is the last administrator. Make somebody else an administrator first.",
      "这是最后一位管理员，请先将其他人设为管理员。",
    ]);
    expect(
      said(new AppError("conflict", "An account can have at most 50 access tokens.", { reason: "too_many_tokens" }))[1],
    ).toBe("每个账户最多 50 个访问令牌，请先吊销不再需要的。");
  });

  it("that passes by itself carries the seconds after which to try again", () => {
    expect(
      refusalIn(
        "en",
        new AppError("unavailable", "The server is very busy. Please try again in 5 seconds.", {
          reason: "busy",
          retryAfter: 5,
        }),
      ).error,
    ).toEqual({
      code: "unavailable",
      message: "The server is very busy. Please try again in 5 seconds.",
      fields: {},
      retryAfter: 5,
    });
  });

  it("without a reason is said by its code, that of a field under its field", () => {
    expect(said(new AppError("forbidden", "Your role (AUTHOR) does not allow this."))).toEqual([
      "Your role does not allow this.",
      "您的角色不允许此操作。",
    ]);
    expect(refusalIn("zh-CN", conflict("slug", "Another post has this address already.")).error).toEqual({
      code: "conflict",
      message: "此地址已被占用，请换一个。",
      fields: { slug: "此地址已被占用，请换一个。" },
    });
  });

  it("of a table says in its language what is wrong with which line", () => {
    const target = invalid("target", "required", "Say where it leads, or that what was there is gone (410).");
    expect(said(invalid("csv", "wrong_line", `Line 7: ${target.message} Nothing was stored.`, target))).toEqual([
      "Line 7: Say where it leads, or that what was there is gone (410). Nothing was stored.",
      "第 7 行：请填写目标，或选择永久消失（410）。未保存任何内容。",
    ]);
  });

  it("says when to come back where the server has too much to do", () => {
    expect(
      refusalIn("en", new AppError("unavailable", "Too much is being written.", { retryAfter: 3 })).error,
    ).toMatchObject({ code: "unavailable", retryAfter: 3 });
    expect(refusalIn("en", new AppError("unavailable", "Another process is writing.")).error).not.toHaveProperty(
      "retryAfter",
    );
  });

  it("gives a reason wherever a record is in the way, and every reason has its words", () => {
    const conflicts = features.flatMap(({ path, code }) =>
      [...code.matchAll(/new AppError\(\s*"conflict"[^]*?\);/g)].map(([made]) => `${path}: ${made}`),
    );
    expect(conflicts.length).toBeGreaterThan(10);
    expect(conflicts.filter((made) => !/\b(reason: "|errors\b)/.test(made))).toEqual([]);
    const reasons = features.flatMap(({ code }) =>
      [...code.matchAll(/new AppError\((?:(?!\);)[^])*?\breason: "(\w+)"/g)].map((match) => match[1] ?? ""),
    );
    for (const locale of locales)
      expect(reasons.filter((reason) => !(reason in sentencesOf(locale).refusals))).toEqual([]);
  });
});
