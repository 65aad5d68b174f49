import { renewSiteKey } from "../features/accounts/sign-in/site-key";
import { withDatabase } from "./opening";
import type { Command } from "./command";
import { counted } from "./output";

/** `key renew`. */
export const renewKeyCommand: Command = {
  name: "key renew",
  parameters: [],
  summary: "make a new secret key where the old one is lost",
  details:
    "For a site whose secret.key is lost or damaged and stands in no backup. Makes a new one; a damaged\nfile is put aside. What the old key sealed cannot be read any more: second factors are switched off,\neveryone signs in anew, and the mail password and the webhooks' secrets must be set again.\nThe server must be stopped.",
  options: {},
  async run(_given, output) {
    const { factors } = await withDatabase("alone", renewSiteKey);
    output.line(
      `A new key was made. ${counted(factors, "second factor")} switched off. Set the mail password and the webhooks' secrets again.`,
    );
    output.result({ ok: true, factors });
    return 0;
  },
};
