import { expect, it } from "vitest";
import { loggedAddress } from "./log";

it("names addresses in the log without what only their readers may know", () => {
  const secret = "s3cret";
  for (const address of [
    `/set-password?code=${secret}`,
    `/register?a=1&code=${secret}`,
    `/confirm?list=posts&token=12.${secret}`,
    `/unsubscribe?token=${secret}=`,
    `/unsubscribe/${secret}`,
    `/unsubscribe/posts/${secret}`,
    `/preview/post-1.${secret}?x`,
    `/preview/look/${secret}/archives/one`,
    `/search?keyword=${secret}`,
  ])
    expect(loggedAddress(address)).not.toContain(secret);
  expect(loggedAddress("/confirm?list=posts&token=1")).toBe("/confirm?list=…&token=…");
  expect(loggedAddress("/archives/preview/one")).toBe("/archives/preview/one");
});
