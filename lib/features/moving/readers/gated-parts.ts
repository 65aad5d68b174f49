// Parts of texts that an old site showed to some of its readers only, or to nobody.

/** Words in the names of tags, shortcodes and blocks whose content is for some readers only. */
const isWordOfGate =
  /^(?:members?\w*|nonmembers?|restrict\w*|protect\w*|private|hid(?:e|den)\w*|lock(?:er|ed)?|gated?|vip\d*|log(?:ged)?in\w*|log(?:ged)?out\w*|logged|login\w*|signin\w*|subscri\w*|premium\w*|paid\w*|pay|paywall\w*|access\w*|visib\w*|invisible|secret\w*|reply\w*|roles?|capabilit\w*|purchas\w*|buyers?|unlock\w*|\w+locker|s2if|swpm|mepr|pms|pmpro|rcp|ihc|wlm|wcm|wpmem|erphp\w*|ppay\w*|passster|um)$/;
export const isGate = (name: string): boolean =>
  name
    .toLowerCase()
    .split(/[-_/]/)
    .some((word) => isWordOfGate.test(word));

/** Where a part begins, or ends, that is for some readers only. `name` tells parts of several kinds apart. */
export type Mark = { name: string; isEnd: boolean; from: number; to: number };

/** What stands before the name of a block that everybody saw. */
export const OPEN = "open ";

/** Cuts out the parts between some marks; a part without an end is cut to the end of the text. */
export function withoutParts(text: string, marks: Iterable<Mark>): { text: string; cut: number } {
  const pieces: string[] = [];
  let [at, cut, depth] = [0, 0, 0];
  let inside: string | null = null;
  for (const { name, isEnd, from, to } of marks) {
    if (from < at) continue;
    if (inside === null) {
      if (isEnd || name.startsWith(OPEN)) continue;
      pieces.push(text.slice(at, from));
      [inside, depth, cut] = [name, 1, cut + 1];
    } else if (name === inside || name === OPEN + inside) depth += isEnd ? -1 : 1;
    at = to;
    if (depth === 0) inside = null;
  }
  if (inside === null) pieces.push(text.slice(at));
  return { text: pieces.join(""), cut };
}
