import { afterEach, expect, it } from "vitest";
import { env } from "../core/env";
import { requestOrigin } from "./request-host";

const { trustProxy } = env;
afterEach(() => void (env.trustProxy = trustProxy));

function originOf(proxies: number, headers: Record<string, string>): string {
  env.trustProxy = proxies;
  return requestOrigin((name) => headers[name]);
}

const forwarded = { host: "app:3000", "x-forwarded-host": "news.example", "x-forwarded-proto": "https" };

it("is the host asked for, and what our own proxies say of it, nobody else", () => {
  expect(originOf(0, { host: "News.example:3000" })).toBe("http://news.example:3000");
  expect(originOf(0, forwarded)).toBe("http://app:3000");
  expect(originOf(1, forwarded)).toBe("https://news.example");
  expect(originOf(1, { ...forwarded, "x-forwarded-proto": "http" })).toBe("http://news.example");
  expect(originOf(1, { ...forwarded, "x-forwarded-host": "evil.example, news.example" })).toBe("https://news.example");
  expect(
    originOf(2, { host: "app", "x-forwarded-host": "news.example, inner", "x-forwarded-proto": "https, http" }),
  ).toBe("https://news.example");
  expect(originOf(1, { host: "news.example" })).toBe("http://news.example");
});

it.each(["", "a@evil.example", "evil.example/path", "evil.example?x", "evil.example#x", "<script>", "a b", "]:["])(
  "is none where the host is %j",
  (host) => expect(originOf(0, { host })).toBe(""),
);
