import { generateSecret, generateURI, verify } from "otplib";
import { renderSVG } from "uqr";

/** Seconds one code is shown. */
export const STEP_S = 30;
/** How far off a phone's clock may be for the hint about it: 10 minutes. */
const MOST_CLOCK_ERROR_S = 600;

/** A new key of 160 bits, as 32 characters of base32. */
export const newMfaKey = (): string => generateSecret({ length: 20 });

async function stepWithin(key: string, code: string, now: Date, toleranceS: number): Promise<number | null> {
  // The library takes other digits and lengths for programming errors and throws.
  if (!/^[0-9]{6}$/.test(code)) return null;
  // verify() answers an object, which would be true in itself.
  const result = await verify({
    secret: key,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: toleranceS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/** The time step a code belongs to: the present one, or the one before or after; null for a wrong code. */
export const stepOf = (key: string, code: string, now: Date): Promise<number | null> =>
  stepWithin(key, code, now, STEP_S);

/**
 * By how many minutes the clock that made a refused code is ahead (behind: negative); null if no clock explains it. Only for
 * somebody who holds the key anyway: to others it would tell which code comes later.
 */
export async function clockError(key: string, code: string, now: Date): Promise<number | null> {
  const step = await stepWithin(key, code, now, MOST_CLOCK_ERROR_S);
  if (step === null) return null;
  return Math.round(((step - Math.floor(now.getTime() / 1000 / STEP_S)) * STEP_S) / 60) || 1;
}

/** The address that authenticator apps read from the picture. */
export const otpauthUrl = (key: string, username: string, siteTitle: string): string =>
  // A colon would end the issuer's name for some apps.
  generateURI({ issuer: siteTitle.replaceAll(":", " ").trim() || "Broadsheet", label: username, secret: key });

/** The address as a QR picture, drawn here, as a data URL. */
export const qrImage = (url: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(url, { border: 2, ecc: "M" })).toString("base64")}`;
