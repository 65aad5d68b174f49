import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { env } from "../core/env";
import { clientIp } from "./limits";

const { trustProxy } = env;
afterEach(() => void (env.trustProxy = trustProxy));

function ipOf(forwarded: string | undefined, proxies: number): string | null {
  env.trustProxy = proxies;
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "192.0.2.1" });
  return clientIp(Object.assign(new IncomingMessage(socket), { headers: { "x-forwarded-for": forwarded } }));
}

it.each([
  [undefined, 0, "192.0.2.1"],
  ["198.51.100.7", 0, "192.0.2.1"],
  ["198.51.100.7", 1, "198.51.100.7"],
  ["10.9.9.9, 198.51.100.7", 1, "198.51.100.7"],
  ["198.51.100.7, 10.0.0.1", 2, "198.51.100.7"],
  ["2001:db8::1", 1, "2001:db8::1"],
  // As some proxies write it, with another port for each connection.
  ["198.51.100.7:51234", 1, "198.51.100.7"],
  ["[2001:db8::1]:51234", 1, "2001:db8::1"],
  ["[2001:db8::1]", 1, "2001:db8::1"],
  // A name that is not an address counts for nobody.
  ["unknown", 1, "192.0.2.1"],
  ["_hidden", 1, "192.0.2.1"],
  ["a".repeat(8_000), 1, "192.0.2.1"],
  ["198.51.100.7:x", 1, "192.0.2.1"],
  ["", 1, "192.0.2.1"],
])("of X-Forwarded-For %j with %i proxies the client is %s", (forwarded, proxies, ip) =>
  expect(ipOf(forwarded, proxies)).toBe(ip),
);
