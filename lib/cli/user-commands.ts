import { resetPassword } from "../features/accounts/sign-in/mutations";
import { type Role, roles, system } from "../core/access";
import { engine } from "../core/operation";
import { withDatabase } from "./opening";
import { createUser } from "../features/accounts/users/mutations";
import { isInstalled } from "../features/accounts/users/installed";
import { type Command, UsageError } from "./command";
import { readNewPassword } from "./password-prompt";

const passwordOption = {
  "password-stdin": { type: "boolean", says: "read the password from standard input" },
} as const;

function roleOf(text: string | undefined): Role | undefined {
  const role = roles.find((known) => known === text?.toUpperCase());
  if (text !== undefined && !role)
    throw new UsageError(`--role is one of ${roles.join(", ").toLowerCase()}, not "${text}"`);
  return role;
}

const inWords = (role: Role): string => `${role.slice(0, 1)}${role.slice(1).toLowerCase()}`;

/** `user create`. */
export const createUserCommand: Command = {
  name: "user create",
  parameters: [],
  summary: "create an account; the first one installs the site and is its ADMIN",
  details:
    "Creates an account. Asks for the password on the terminal, or reads it with --password-stdin.\nThe first account installs the site: it becomes ADMIN, and --title names the site.",
  options: {
    username: { type: "string", value: "<name>", says: "what the person signs in with (required)" },
    email: { type: "string", value: "<address>", says: "e-mail address (required)" },
    nickname: { type: "string", value: "<name>", says: "the name readers see; default: the username" },
    role: { type: "string", value: "<role>", says: "subscriber, author, editor or admin; default: author" },
    title: {
      type: "string",
      value: "<text>",
      says: "the person's title in bylines; for the first account the name of the site",
    },
    ...passwordOption,
  },
  async run(given, output) {
    const [username, email] = [given.text("username"), given.text("email")];
    if (username === undefined || email === undefined)
      throw new UsageError(`--${username === undefined ? "username" : "email"} is missing`);
    const role = roleOf(given.text("role"));
    return withDatabase("write", async () => {
      const first = !(await isInstalled(engine().reader));
      const title = given.text("title") ?? (first ? "Broadsheet" : inWords(role ?? "AUTHOR"));
      const password = await readNewPassword(given.flag("password-stdin"), output);
      const user = await createUser(system, {
        username,
        email,
        nickname: given.text("nickname") ?? username,
        title,
        password,
        role,
      });
      if (first) output.line(`The site "${title}" is installed.`);
      output.line(`The account "${user.username}" was created with the role ${user.role}.`);
      output.result({ user, installed: first });
      return 0;
    });
  },
};

/** `user reset-password`. */
export const resetPasswordCommand: Command = {
  name: "user reset-password",
  parameters: ["<username>"],
  summary: "give an account a new password and end its sessions",
  details:
    "Gives an account (named by username or e-mail) a new password. All its sessions, tokens and\ncodes end. Asks for the password on the terminal, or reads it with --password-stdin.",
  options: { ...passwordOption },
  async run(given, output) {
    return withDatabase("write", async () => {
      const user = await resetPassword(system, {
        username: given.positionals[0] ?? "",
        password: await readNewPassword(given.flag("password-stdin"), output),
      });
      output.line(`The password of "${user.username}" was changed, and its sessions have ended.`);
      output.result({ user });
      return 0;
    });
  },
};
