import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { asOwnRequest } from "../../core/own-request";
import { isForSignedIn } from "./sign-in-pages";

it("leads strangers away from the dashboard, and not the program itself, which makes its pages beforehand", async () => {
  const req = new IncomingMessage(new Socket());
  expect(isForSignedIn(req, "/admin/posts")).toBe(true);
  expect(isForSignedIn(req, "/administration")).toBe(false);
  expect(await asOwnRequest(async () => isForSignedIn(req, "/admin/posts"))).toBe(false);
});
