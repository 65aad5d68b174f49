import { options } from "../../db/schema";
import { engine } from "../core/operation";
import { forgetRemembered } from "../core/remembered";
import { type OptionKey, settingKeys } from "../core/settings";

/** With these a site sends mail. */
export const mailOptions = {
  email_enabled: "true",
  email_host: "mail.example",
  email_from_address: "site@example.org",
};

/** Stores options without their operations. */
export async function storeOptions(values: Record<string, string>): Promise<void> {
  await engine().transaction(
    async (db) => {
      for (const [key, value] of Object.entries(values)) {
        const now = new Date();
        await db
          .insert(options)
          .values({ key, value, type: "INTERNAL", createTime: now, updateTime: now })
          .onConflictDoUpdate({ target: options.key, set: { value } });
      }
    },
    () => null,
  );
  forgetRemembered(settingKeys(...(Object.keys(values) as OptionKey[])));
}
