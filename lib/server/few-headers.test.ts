import { describe, expect, it } from "vitest";
import { fewHeaders } from "./few-headers";

describe("the few headers of a request", () => {
  it("are found in any case, and nothing else is", () => {
    expect(fewHeaders(["Host", "x", "COOKIE", "scheme=dark", "Accept-Encoding", "br", "Accept-Language", "en", "sec-purpose", "prefetch", "Upgrade", "y"])).toEqual({ cookie: "scheme=dark", "accept-encoding": "br", "sec-purpose": "prefetch" });
    expect(fewHeaders(["Authorization", "Bearer x", "x-Content-Password", "", "If-None-Match", '"a"', "Origin", "null", "User-Agent", "u", "Purpose", "prefetch"])).toEqual({ authorization: "Bearer x", "x-content-password": "", "if-none-match": '"a"', origin: "null", "user-agent": "u", purpose: "prefetch" });
    expect(fewHeaders([])).toEqual({});
  });

  it("are left to the ordinary way where one was sent twice", () => {
    expect(fewHeaders(["Cookie", "a=1", "cookie", "b=2"])).toBeNull();
    expect(fewHeaders(["Cookie", "", "cookie", "session=1"])).toBeNull();
    expect(fewHeaders(["Accept", "a", "Accept", "b"])).toEqual({});
  });
});
