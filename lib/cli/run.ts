import { parseArgs } from "node:util";
import { refusalOf } from "../doors/command";
import { type Command, type Given, UsageError } from "./command";
import { Output, type Streams } from "./output";

/** The commands that begin with a word, in the order of the help; a command loads no others. */
const groups: readonly (readonly [word: string, load: () => Promise<readonly Command[]>])[] = [
  ["import", async () => [...(await import("./import-command")).importCommands, (await undoing()).undoImportCommand]],
  ["imports", async () => [(await undoing()).listImportsCommand]],
  ["export", async () => [(await import("./export-command")).exportCommand]],
  [
    "user",
    async () => {
      const { createUserCommand, resetPasswordCommand } = await import("./user-commands");
      return [createUserCommand, resetPasswordCommand];
    },
  ],
  ["reindex", async () => [(await import("./reindex")).reindex]],
  ["pictures", async () => [(await import("./pictures")).pictures]],
  ["films", async () => [(await import("./films")).films]],
  [
    "backup",
    async () => {
      const { backupCommand, verifyBackupCommand } = await backups();
      // `backup verify` stands first, since `backup` would match its first word.
      return [verifyBackupCommand, backupCommand];
    },
  ],
  ["backups", async () => [(await backups()).listBackupsCommand]],
  ["restore", async () => [(await import("./restore-command")).restoreCommand]],
  ["database", async () => [(await import("./database-copy")).copyDatabaseCommand]],
  ["files", async () => [(await import("./files-move")).moveFilesCommand]],
  ["doctor", async () => [(await import("./doctor")).doctor]],
  ["key", async () => [(await import("./key")).renewKeyCommand]],
];
const undoing = () => import("./import-undo");
const backups = () => import("./backup-commands");

/** The commands that a command line may mean: all of them where its first word begins none. */
async function commandsFor(first: string | undefined): Promise<readonly Command[]> {
  const meant = groups.filter(([word]) => word === first);
  return (await Promise.all((meant.length > 0 ? meant : groups).map(([, load]) => load()))).flat();
}

const common: Command["options"] = {
  json: { type: "boolean", says: "print one JSON object, for programs" },
  help: { type: "boolean", short: "h", says: "show this help" },
};

const call = (command: Command) => ["npm run cms --", command.name, ...command.parameters].join(" ");

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`).join("\n");
}

/** Help for all commands. */
async function helpForAll(): Promise<string> {
  const commands = await commandsFor(undefined);
  return [
    "Usage: npm run cms -- <command> [options]",
    "",
    columns(commands.map((command) => [[command.name, ...command.parameters].join(" "), command.summary])),
    "",
    "`npm run cms -- <command> --help` explains a command. Every command takes --json.",
    "Exit codes: 0 done, 1 something failed or was refused, 2 the command line was wrong, 130 stopped by Ctrl-C.",
  ].join("\n");
}

/** Help for one command. */
const helpFor = (command: Command): string =>
  [
    `Usage: ${call(command)} [options]`,
    "",
    command.details,
    "",
    columns(
      Object.entries({ ...command.options, ...common }).map(([name, { value, says }]) => [
        `--${name}${value ? ` ${value}` : ""}`,
        says,
      ]),
    ),
  ].join("\n");

function read(command: Command, args: readonly string[]): Given & { help: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries({ ...command.options, ...common }).map(([name, { type, short, several }]) => [
        name,
        { type, ...(short && { short }), ...(several && { multiple: true }) },
      ]),
    ),
    allowPositionals: true,
  });
  const text = (option: string) => {
    const value = values[option];
    return Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : undefined;
  };
  return { positionals, text, flag: (option) => values[option] === true, help: values.help === true };
}

async function runCommand(command: Command, args: readonly string[], output: Output): Promise<number> {
  let given: ReturnType<typeof read>;
  try {
    given = read(command, args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error), {
      cause: error,
    });
  }
  if (given.help) {
    output.line(helpFor(command));
    output.result({ help: helpFor(command) });
    return 0;
  }
  const missing = command.parameters[given.positionals.length];
  // In brackets: it may be left out.
  if (missing && !missing.startsWith("[")) throw new UsageError(`${missing} is missing`);
  const tooMany = given.positionals[command.parameters.length];
  if (tooMany !== undefined)
    throw new UsageError(`"${tooMany}" is one argument too many (put a name with spaces in quotes)`);
  return command.run(given, output);
}

/** Runs a command line; returns the exit code. */
export async function runCli(args: readonly string[], streams?: Streams): Promise<number> {
  const output = new Output(args.includes("--json"), streams);
  const command = (await commandsFor(args[0])).find(({ name }) => name.split(" ").every((word, i) => args[i] === word));
  try {
    if (command) return await runCommand(command, args.slice(command.name.split(" ").length), output);
    const asked = args.filter((arg) => !arg.startsWith("-"));
    if (asked.length === 0 || asked[0] === "help") {
      const code = asked.length > 0 || args.some((arg) => arg === "--help" || arg === "-h") ? 0 : 2;
      const help = await helpForAll();
      output.line(help);
      output.result({ help });
      return code;
    }
    throw new UsageError(`There is no command "${asked.slice(0, 2).join(" ")}"`);
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      output.problem(`${thrown.message}.\n\n${command ? helpFor(command) : await helpForAll()}`);
      output.result({ error: { code: "usage", message: `${thrown.message}.` } });
      return 2;
    }
    const refusal = refusalOf(thrown);
    output.problem(refusal.message);
    output.result({ error: refusal });
    return 1;
  }
}
