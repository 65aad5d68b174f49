import { sealKey } from "./factor";

/** The columns of a second factor; null where its key cannot be one. */
export const factorColumns = (totpKey: string): { mfaType: string; mfaKey: string } | null =>
  /^[A-Z2-7]{16,128}=*$/.test(totpKey) ? { mfaType: "TFA_TOTP", mfaKey: sealKey(totpKey) } : null;
