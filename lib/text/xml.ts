/** Without the characters that XML 1.0 cannot hold, not even escaped: most control characters. */
export const legalXml = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
