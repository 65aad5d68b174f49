import { assert, array, constantFrom, nat, property, tuple } from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetHosts, hostsBeside, noteHost } from "./visited-hosts";

const DAY = 24 * 60 * 60 * 1000;
const address = "https://news.example";
const visit = (host: string, times: number, now = 0) => {
  for (let i = 0; i < times; i += 1) noteHost(host, now);
};

beforeEach(forgetHosts);

describe("hosts by which visitors come", () => {
  it("are told of from the fifth visit on, the most visited first, and never the site's own", () => {
    visit("once.example", 4);
    visit("www.news.example", 5);
    visit("old.example", 9);
    visit("news.example", 50);
    expect(hostsBeside(address, 0)).toEqual([
      { host: "old.example", visits: 9 },
      { host: "www.news.example", visits: 5 },
    ]);
  });

  it("are forgotten after a week without a visit", () => {
    visit("old.example", 9);
    expect(hostsBeside(address, 7 * DAY)).toHaveLength(1);
    expect(hostsBeside(address, 7 * DAY + 1)).toEqual([]);
    visit("old.example", 1, 8 * DAY);
    expect(hostsBeside(address, 8 * DAY)).toEqual([]);
  });

  it("stay, however many others somebody makes up", () => {
    visit("www.news.example", 9);
    for (let i = 0; i < 5000; i += 1) visit(`made-up-${i}.example`, 1 + (i % 4));
    expect(hostsBeside(address, 0)).toEqual([{ host: "www.news.example", visits: 9 }]);
  });

  it("are never more than twenty, whatever comes", () => {
    const visits = array(tuple(nat(60), constantFrom(1, 5, 9)), { maxLength: 200 });
    assert(
      property(visits, (all) => {
        forgetHosts();
        all.forEach(([host, times], at) => visit(`host-${host}.example`, times, at));
        expect(hostsBeside(address, all.length).length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
