import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { AppError } from "../core/errors";
import { loggedAddress, loggedError } from "./log";

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

it("tells of a statement that failed without its values, wherever it stands among the causes", () => {
  const values = ["s3cret\nparams: s3cret", "s3cret, s3cret", null, 5, new Date(), Buffer.from("s3cret")];
  const reason = new Error("Connection terminated");
  const failed = new DrizzleQueryError('insert into "users" values ($1, $2)', values, reason);
  const wrapped = new AppError("unavailable", "The database does not answer.", { cause: failed });
  for (const error of [failed, wrapped, new Error("outermost", { cause: wrapped })]) {
    const told = JSON.stringify(loggedError(error));
    expect(told).not.toContain("s3cret");
    for (const kept of ["insert into", "Connection terminated", "log.test.ts"]) expect(told).toContain(kept);
  }
  expect(loggedError(reason)).toMatchObject({ message: reason.message, stack: reason.stack });
});
