import { renewSiteKey } from "../features/accounts/sign-in/site-key";
import { withDatabase } from "./opening";
import type { Command } from "./command";
import { counted } from "./output";

/** `key renew`. */
export const renewKeyCommand: Command = {
  name: "key renew",
  parameters: [],
  summary: "make a new secret key if the old one is lost",
  details:
    "For a site whose secret.key is lost or damaged and is in no backup. Makes a new key and keeps a damaged\nfile under another name. Whatever the old key encrypted cannot be read any more: second factors are\nturned off, everyone has to sign in again, and the mail password and the webhooks' secrets have to be\nset again.\nThe server must be stopped.",
  options: {},
  async run(_given, output) {
    const { factors } = await withDatabase("alone", renewSiteKey);
    output.line(
      `A new key was made. ${counted(factors, "second factor")} turned off. Set the mail password and the webhooks' secrets again.`,
    );
    output.result({ ok: true, factors });
    return 0;
  },
};
