import { noInput } from "../../../core/fields";
import { query } from "../../../core/operation";
import { mailEnabled } from "../../../services/mail/queue";
import { passwordHelp } from "../credentials-schema";

/** How the site helps somebody who has forgotten their password. */
export const getPasswordHelp = query("getPasswordHelp", {
  can: "read the site",
  input: noInput,
  output: passwordHelp,
  run: async ({ db }) => ({ mails: await mailEnabled(db) }),
});
