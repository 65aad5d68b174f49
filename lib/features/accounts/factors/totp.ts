import { generateSecret, generateURI, verify } from "otplib";
import { renderSVG } from "uqr";

/** Seconds for which a code is shown. */
export const STEP_S = 30;
/** The largest deviation of a phone's clock that a hint explains: 10 minutes. */
const MOST_CLOCK_ERROR_S = 600;

/** A new key of 160 bits, as 32 characters of base32. */
export const newMfaKey = (): string => generateSecret({ length: 20 });

async function stepWithin(key: string, code: string, now: Date, toleranceS: number): Promise<number | null> {
  // The library throws for other digits and lengths.
  if (!/^[0-9]{6}$/.test(code)) return null;
  // verify() returns an object, which is always truthy.
  const result = await verify({
    secret: key,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: toleranceS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/** The time step of a code: the current one, or the one before or after; null for a wrong code. */
export const stepOf = (key: string, code: string, now: Date): Promise<number | null> =>
  stepWithin(key, code, now, STEP_S);

/**
 * The minutes by which the clock behind a refused code is ahead (negative: behind); null if no clock explains it. Only
 * for whoever holds the key: to others it would reveal a code to come.
 */
export async function clockError(key: string, code: string, now: Date): Promise<number | null> {
  const step = await stepWithin(key, code, now, MOST_CLOCK_ERROR_S);
  if (step === null) return null;
  return Math.round(((step - Math.floor(now.getTime() / 1000 / STEP_S)) * STEP_S) / 60) || 1;
}

/** The address that authenticator apps read from the QR picture. */
export const otpauthUrl = (key: string, username: string, siteTitle: string): string =>
  // Some apps end the issuer's name at a colon.
  generateURI({ issuer: siteTitle.replaceAll(":", " ").trim() || "Broadsheet", label: username, secret: key });

/** The address as a QR picture, drawn here, as a data URL. */
export const qrImage = (url: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(url, { border: 2, ecc: "M" })).toString("base64")}`;
