import { UsageError } from "./command";
import type { Keyboard, Output } from "./output";

/** Longer input is not a password. */
const MAX_INPUT = 4096;

/** The first line of piped input. */
async function fromInput(keyboard: Keyboard): Promise<string> {
  let text = "";
  keyboard.setEncoding("utf8");
  for await (const chunk of keyboard) {
    text += String(chunk);
    if (text.length > MAX_INPUT) throw new UsageError("The standard input is too long for a password");
  }
  return text.split(/\r?\n/)[0] ?? "";
}

/** Asks on the terminal without echo. */
function ask(question: string, output: Output): Promise<string> {
  const { keyboard } = output;
  return new Promise((resolve, reject) => {
    let typed = "";
    const end = (finish: () => void) => {
      keyboard.off("data", onData);
      keyboard.setRawMode?.(false);
      keyboard.pause();
      output.question("\n");
      finish();
    };
    const onData = (chunk: string) => {
      for (const key of chunk) {
        if (key === "\r" || key === "\n" || key === "\u0004") return end(() => resolve(typed));
        if (key === "\u0003") return end(() => reject(new UsageError("Stopped")));
        if (key === "\u0015") typed = "";
        else if (key === "\u007F" || key === "\b") typed = Array.from(typed).slice(0, -1).join("");
        else if (key >= " ") typed += key;
      }
    };
    output.question(question);
    keyboard.setEncoding("utf8");
    keyboard.setRawMode?.(true);
    keyboard.resume();
    keyboard.on("data", onData);
  });
}

/** A new password: from standard input, or asked for twice on a terminal. */
export async function readNewPassword(piped: boolean, output: Output): Promise<string> {
  if (piped) return fromInput(output.keyboard);
  if (!output.keyboard.isTTY)
    throw new UsageError(
      "There is no terminal to ask for the password; send it to standard input and add --password-stdin",
    );
  for (;;) {
    const password = await ask("Password (at least 8 characters): ", output);
    if (password === "") throw new UsageError("No password was entered, so nothing was done");
    if (password === (await ask("Repeat the password: ", output))) return password;
    output.question("The two are not the same. Please try again.\n");
  }
}
