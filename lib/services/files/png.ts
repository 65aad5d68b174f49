/** Chunks that a picture needs; the others (EXIF, texts, times, programs' own) may be personal. */
const kept = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "iCCP",
  "cICP",
  "sBIT",
  "bKGD",
  "pHYs",
  "acTL",
  "fcTL",
  "fdAT",
]);
const SIGNATURE = 8;
/** Length, type and checksum around a chunk's data. */
const FRAME = 12;

/**
 * The same PNG in pieces, pixel for pixel, without what is not needed to show it and anything after its end. Null where
 * it is incomplete.
 */
export function cleanPng(bytes: Buffer): Buffer[] | null {
  const parts = [bytes.subarray(0, SIGNATURE)];
  for (let at = SIGNATURE; at + FRAME <= bytes.length;) {
    const end = at + FRAME + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (kept.has(type)) parts.push(bytes.subarray(at, end));
    if (type === "IEND") return parts;
    at = end;
  }
  return null;
}
