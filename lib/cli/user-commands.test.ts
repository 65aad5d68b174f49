import { beforeEach, describe, expect, it } from "vitest";
import { tokens, users } from "../../db/schema";
import { checkCredentials } from "../features/accounts/users/credentials";
import { ownWork } from "../features/accounts/passwords/password";
import { logIn } from "../features/accounts/sign-in/mutations";
import { visitor } from "../core/access";
import { getSite } from "../features/site/queries";
import { freshDatabase, stored } from "../testing/setup";
import { runCli } from "./run";
import { aTerminal } from "./testing-folder";

beforeEach(async () => void (await freshDatabase()));

/** Runs a command with input from a pipe or a terminal: one piece per question. */
async function cms(args: string[], input: string | string[]) {
  const terminal = aTerminal(typeof input === "string" ? { input: [input] } : { isTTY: true, input });
  const code = await runCli(args, terminal.streams);
  return { code, out: terminal.lines(), err: terminal.written.err, rawModes: terminal.rawModes };
}

const ada = ["user", "create", "--username", "ada", "--email", "ada@example.org"];
const isRight = async (password: string) => (await checkCredentials({ username: "ada", password }, ownWork)).verdict;

describe("user create", () => {
  it("installs the site with the first account", async () => {
    expect(
      await cms([...ada, "--title", "Ada's page", "--role", "author", "--password-stdin"], "correct horse\n"),
    ).toMatchObject({
      code: 0,
      out: [`The site "Ada's page" is installed.`, 'The account "ada" was created with the role ADMIN.'],
    });
    expect(await getSite(visitor, {})).toMatchObject({ installed: true, title: "Ada's page" });
    expect(await isRight("correct horse")).toBe("right");
  });

  it("makes further accounts with their role, and answers machines without anything secret", async () => {
    await cms([...ada, "--password-stdin"], "correct horse");
    const { code, out } = await cms(
      [
        "user",
        "create",
        "--username",
        "bo",
        "--email",
        "bo@example.org",
        "--nickname",
        "Bo",
        "--role",
        "Editor",
        "--password-stdin",
        "--json",
      ],
      "correct horse",
    );
    expect([code, JSON.parse(out[0] ?? "")]).toMatchObject([
      0,
      { installed: false, user: { username: "bo", nickname: "Bo", role: "EDITOR", title: "Editor" } },
    ]);
    expect(out.join()).not.toMatch(/bcrypt|horse/);
  });

  it("refuses in one line", async () => {
    expect(await cms([...ada, "--password-stdin"], "short\n")).toMatchObject({
      code: 1,
      out: [],
      err: "Please check password: At least 8 characters.\n",
    });
    await cms([...ada, "--password-stdin"], "correct horse");
    expect(await cms([...ada, "--password-stdin"], "correct horse")).toMatchObject({
      code: 1,
      err: "This username is already taken. Choose another.\n",
    });
    expect(await cms(ada, "")).toMatchObject({ code: 2 });
    expect(await stored().select().from(users)).toHaveLength(1);
  });

  it("asks twice on a terminal and shows nothing of it", async () => {
    const { code, err, rawModes } = await cms(ada, [
      "corrrect\u007F\u007F\u007F\u007F\u007Frect horse\r",
      "correct horse\n",
    ]);
    expect([code, rawModes]).toEqual([0, [true, false, true, false]]);
    expect(err).toBe("Password (at least 8 characters): \nRepeat the password: \n");
    expect(await isRight("correct horse")).toBe("right");
  });

  it("asks again where the two differ, and stops at Ctrl-C", async () => {
    const { code, err } = await cms(ada, ["correct horse\r", "other horse\r"]);
    expect(code).toBe(2);
    expect(err).toContain("The two are not the same. Please try again.");
    expect(err).toContain("Stopped.");
    expect(await stored().select().from(users)).toEqual([]);
  });
});

describe("user reset-password", () => {
  it("sets a new password and ends the sessions", async () => {
    await cms([...ada, "--password-stdin"], "correct horse");
    await logIn(visitor, { username: "ada", password: "correct horse" });
    expect(await cms(["user", "reset-password", "ADA", "--password-stdin"], "another horse\n")).toMatchObject({
      code: 0,
      out: ['The password of "ada" was changed, and its sessions have ended.'],
    });
    expect([await isRight("correct horse"), await isRight("another horse")]).toEqual(["wrong", "right"]);
    expect(await stored().select().from(tokens)).toEqual([]);
    expect(await cms(["user", "reset-password", "bo", "--password-stdin"], "another horse")).toMatchObject({
      code: 1,
      err: "There is no user of this name.\n",
    });
  });
});
