import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { assert, property, string } from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetHosts, hostsBeside } from "../../core/visited-hosts";
import { noteDelivery } from "../keeping/deliveries";
import type { Answer } from "../keeping/page-cache";

const firefox = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-language": "en",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
const page = { viewOf: "site" } as Answer;
const told = (host: string, headers: IncomingHttpHeaders = {}) => {
  forgetHosts();
  for (let i = 0; i < 5; i += 1) {
    const req = { headers: { host, ...firefox, ...headers } } as IncomingMessage;
    noteDelivery(req, page, "news.example");
  }
  return hostsBeside("https://news.example").map((each) => each.host);
};
beforeEach(forgetHosts);

describe("a visitor's host", () => {
  it.each(["www.news.example", "nas", "news.lan:8080", "xn--fsqu00a.example", "a.b-c.d"])("%s is remembered", (host) =>
    expect(told(host)).toEqual([host]),
  );

  it.each([
    ["an address of a machine", "203.0.113.9"],
    ["with a port", "203.0.113.9:3000"],
    ["of the newer kind", "[2001:db8::1]:3000"],
    ["this machine", "localhost:3000"],
    ["a name of this machine", "news.localhost"],
    ["a number", "3405803785"],
    ["nothing", ""],
    ["markup", "<b>.example"],
    ["two names", "a.example,b.example"],
    ["a name too long", `${"a".repeat(64)}.example`],
    ["far too long a name", `${"a.".repeat(127)}example`],
    ["a port that is none", "a.example:x"],
    ["an end that is a number", "a.1"],
  ])("%s is not: %s", (_what, host) => expect(told(host)).toEqual([]));

  it.each([
    ["a robot", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
    ["a health check", { "user-agent": "kube-probe/1.31", accept: "*/*", "accept-language": undefined }],
    ["a program", { "user-agent": "curl/8.9.1", accept: "*/*", "accept-language": undefined }],
    ["a scanner with a browser's name", { accept: "*/*" }],
    ["one that reads no language", { "accept-language": undefined }],
    ["a picture's request", { "sec-fetch-dest": "image" }],
    ["a look ahead", { "sec-purpose": "prefetch" }],
    ["nobody", { "user-agent": undefined }],
  ])("is not remembered of %s", (_who, headers) => expect(told("www.news.example", headers)).toEqual([]));

  it("is a name, whatever is sent", () => {
    assert(
      property(string({ unit: "binary" }), (host) => {
        for (const each of told(host)) expect(new URL(`http://${each}`).host).toBe(each.replace(/:80$/, ""));
      }),
      { numRuns: 2000 },
    );
  });
});
