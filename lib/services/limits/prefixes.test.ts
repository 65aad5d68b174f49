import { BlockList, isIP } from "node:net";
import { describe, expect, it } from "vitest";
import { networkOf } from "./networks";
import { networksAround, networkTyped } from "./prefixes";

const value = (typed: string) => {
  const network = networkTyped(typed);
  return network === null || network === "too wide" ? network : network.value;
};

describe("a network as it was typed", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7/32", "203.0.113.7"],
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["203.0.113.255/25", "203.0.113.128/25"],
    ["10.255.0.0/8", "10.0.0.0/8"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7/120", "203.0.113.0/24"],
    ["2001:DB8:0:1:2:3:4:5", "2001:db8:0:1::/64"],
    ["2001:db8:0:1::/80", "2001:db8:0:1::/64"],
    ["2001:db8::/48", "2001:db8:0::/48"],
    ["2001:db8:ffff::/33", "2001:db8:8000::/33"],
    ["2001:db8::1/32", "2001:db8::/32"],
    ["0.0.0.0/0", "too wide"],
    ["10.0.0.0/7", "too wide"],
    ["::/0", "too wide"],
    ["2000::/31", "too wide"],
    ["::ffff:0.0.0.0/96", "too wide"],
    ["203.0.113.7/33", null],
    ["203.0.113.7/", null],
    ["203.0.113.7/-1", null],
    ["203.0.113", null],
    ["203.0.113.007", null],
    ["fe80::1%eth0", null],
    ["::1/129", null],
    ["a.example", null],
    ["", null],
    ["/", null],
  ])("%s is %s", (typed, expected) => expect(value(typed)).toBe(expected));

  it("says whether it is one address", () => {
    expect(networkTyped("203.0.113.7")).toMatchObject({ isAddress: true });
    expect(networkTyped("2001:db8::1")).toMatchObject({ isAddress: false });
    expect(networkTyped("203.0.113.0/24")).toMatchObject({ isAddress: false });
  });
});

describe("the networks around an address", () => {
  /** The same numbers every time. */
  const numbers = (() => {
    let state = 7;
    return (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
  })();
  const anIp = (i: number) =>
    i % 2 === 0
      ? Array.from({ length: 4 }, () => numbers(256)).join(".")
      : Array.from({ length: 8 }, () => numbers(65_536).toString(16)).join(":");

  it("are those that hold it, and no others, as Node says", () => {
    for (let i = 0; i < 200; i += 1) {
      const [one, other] = [anIp(i), anIp(i)];
      const family = isIP(one) === 4 ? "ipv4" : "ipv6";
      const around = networksAround(one);
      for (let length = family === "ipv4" ? 8 : 32; length <= (family === "ipv4" ? 32 : 64); length += 3) {
        for (const ip of [one, other]) {
          const list = new BlockList();
          list.addSubnet(ip, length, family);
          expect([one, ip, length, around.includes(String(value(`${ip}/${length}`)))]).toEqual([
            one,
            ip,
            length,
            list.check(one, family),
          ]);
        }
      }
    }
  });

  it("begin with the one that limits count by", () => {
    for (const ip of ["203.0.113.7", "2001:db8:1:2:3:4:5:6", "2001:db8::1", "::ffff:203.0.113.7"])
      expect(networksAround(ip)[0]).toBe(networkOf(ip));
  });

  it("are none of what is no address", () => {
    for (const ip of [null, "", "unknown", "1.2.3", "x:y"]) expect(networksAround(ip)).toEqual([]);
  });
});
