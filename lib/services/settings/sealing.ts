import { seal, unseal } from "../../core/secrets";

const PURPOSE = "option";

/** A secret as it is stored: a stolen database alone does not show it. */
export const sealed = (plain: string): string => (plain === "" ? "" : seal(PURPOSE, plain));

/** The secret that was stored; "" where none was, or where another site's key sealed it. */
export function unsealed(stored: string): string {
  try {
    return stored === "" ? "" : unseal(PURPOSE, stored);
  } catch {
    return "";
  }
}
