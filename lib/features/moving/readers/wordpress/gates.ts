import { isGate, type Mark, OPEN, withoutParts } from "../gated-parts";

// What an old site showed to some of its readers only. WordPress has hundreds of plugins for that, each with names of its
// own, so that names are taken by the words in them: cutting too much is told, cutting too little cannot be taken back.

/** The name of what has no end. */
const WALL = "wall";

const shortcode = /\[(\/?)([a-z][\w-]{0,60})(?=[\s\]/=])/gi;
const block = /<!--\s{1,9}(\/?)wp:([a-z][a-z0-9/_-]{0,100})/gi;
/** Said of a block by WordPress, and by a plugin for it. */
const isHidden = /"blockVisibility"\s*:\s*(?!\{\}|\[\]|true\b|null\b)/;

function* shortcodeMarks(text: string): Generator<Mark> {
  const lowered = text.toLowerCase();
  const lastEnds = new Map<string, number>();
  for (const { 1: slash, 2: written = "", index } of text.matchAll(shortcode)) {
    const name = written.toLowerCase();
    if (!isGate(name)) continue;
    const end = text.indexOf("]", index);
    if (end < 0) return;
    const lastEnd = lastEnds.get(name) ?? lowered.lastIndexOf(`[/${name}`);
    lastEnds.set(name, lastEnd);
    // One without an end shows something by itself, such as a form.
    if (slash === "/" || lastEnd > index) yield { name, isEnd: slash === "/", from: index, to: end + 1 };
  }
}

function* blockMarks(text: string): Generator<Mark> {
  for (const { 1: slash, 2: name = "", index } of text.matchAll(block)) {
    const end = text.indexOf("-->", index);
    if (end < 0) return;
    const to = end + 3;
    const inside = text.slice(index, to);
    const isVoid = /\/\s{0,9}-->$/.test(inside);
    if (slash === "/") yield { name, isEnd: true, from: index, to };
    // A wall to pay at hides all that follows it.
    else if (isVoid && /(?:^|\/)paywall$/i.test(name)) yield { name: WALL, isEnd: false, from: index, to: text.length };
    else if (!isVoid)
      yield { name: isGate(name) || isHidden.test(inside) ? name : OPEN + name, isEnd: false, from: index, to };
  }
}

/** A text as it is written without the parts that not every reader saw. */
export function withoutGatedParts(written: string): { text: string; cut: number } {
  const blocks = withoutParts(written, blockMarks(written));
  const codes = withoutParts(blocks.text, shortcodeMarks(blocks.text));
  return { text: codes.text, cut: blocks.cut + codes.cut };
}

/** Fields by which plugins keep a whole text from some readers, and what they say where it is for everybody. */
const restricting: Readonly<Record<string, RegExp>> = {
  _jetpack_newsletter_access: /^(?:everybody)?$/,
  _members_access_role: /^$/,
  rcp_subscription_level: /^(?:all)?$/i,
  rcp_user_level: /^(?:all)?$/i,
  rcp_access_level: /^(?:none|0)?$/i,
  _is_paid: /^(?:0|false)?$/i,
  _wpmem_block: /^0?$/,
  "pms-content-restrict-user-status": /^$/,
  "pms-content-restrict-subscription-plan": /^$/,
  memberful_acl: /^(?:a:0:\{\})?$/,
  ihc_mb_who: /^$/,
  passster_activate_protection: /^(?:0|off|false)?$/i,
  _ppw_password: /^$/,
  // Everybody; or not for this text.
  um_content_restriction:
    /"_um_accessible";(?:s:1:"0"|i:0)|"_um_custom_access_settings";(?:b:0|i:0|s:1:"0"|s:0:)|^(?:a:0:\{\})?$/,
};

/** The field by which a plugin kept a text from some readers; null where none did. */
export const restrictionIn = (metas: ReadonlyMap<string, string>): string | null =>
  Object.entries(restricting).find(([name, isOpen]) => !isOpen.test(metas.get(name)?.trim() ?? ""))?.[0] ?? null;

/**
 * Parts of the names of fields in which plugins and themes keep what readers pay or sign in for: files to download, their
 * passwords, hidden words.
 */
const isKeptBack =
  /hid(?:e|den)|private|secret|restrict|protect|members?|vip|paid|pay|paywall|premium|locked|down|pwd|passw|licen[cs]e|token|intern/i;

/** Whether a field of a text may hold what not every reader saw: fields of texts can be read by everybody here. */
export const isKeptBackField = (name: string): boolean => isKeptBack.test(name);
