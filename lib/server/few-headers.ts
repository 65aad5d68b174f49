/** What a kept answer depends on. */
export type FewHeaders = {
  authorization?: string;
  "x-content-password"?: string;
  cookie?: string;
  origin?: string;
  "accept-encoding"?: string;
  "if-none-match"?: string;
  "user-agent"?: string;
  "sec-purpose"?: string;
  purpose?: string;
};

const names = ["authorization", "x-content-password", "cookie", "origin", "accept-encoding", "if-none-match", "user-agent", "sec-purpose", "purpose"] as const satisfies readonly (keyof FewHeaders)[];
const byLength = new Map<number, (keyof FewHeaders)[]>();
for (const name of names) byLength.set(name.length, [...(byLength.get(name.length) ?? []), name]);

/**
 * The headers that a kept answer depends on, straight from the request's lines: Node makes an object
 * of all headers when `headers` is first read, which is a tenth of what such an answer costs. Null where
 * one of them was sent twice; the ordinary way knows what that means.
 */
export function fewHeaders(lines: readonly string[]): FewHeaders | null {
  const found: FewHeaders = {};
  for (let i = 0; i < lines.length; i += 2) {
    const line = lines[i] ?? "";
    const candidates = byLength.get(line.length);
    if (candidates === undefined) continue;
    const lower = line.toLowerCase();
    for (const name of candidates) {
      if (name !== lower) continue;
      if (found[name] !== undefined) return null;
      found[name] = lines[i + 1] ?? "";
    }
  }
  return found;
}
