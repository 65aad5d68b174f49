import { seal, unseal } from "../../core/secrets";

const PURPOSE = "option";

/** Seals a secret for storage: a stolen database alone does not reveal it. */
export const sealed = (plain: string): string => (plain === "" ? "" : seal(PURPOSE, plain));

/** A stored secret in plain; "" where there is none, or where another site's key sealed it. */
export function unsealed(stored: string): string {
  try {
    return stored === "" ? "" : unseal(PURPOSE, stored);
  } catch {
    return "";
  }
}
