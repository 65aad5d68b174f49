import { expect, it } from "vitest";
import { receiveInTurn } from "./receiving";

it("of one account few forms with files are received at a time, and others wait for none of them", async () => {
  let [running, most] = [0, 0];
  const receive = (account: string) =>
    receiveInTurn(account, async () => {
      if (account === "account 1") most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (account === "account 1") running -= 1;
    });
  const crowd = Array.from({ length: 300 }, () => receive("account 1"));
  await receive("account 2");
  expect(running).toBeGreaterThan(0);
  await Promise.all(crowd);
  expect(most).toBe(8);
});
