import { sign } from "../../core/secrets";
import type { Options } from "../../core/settings";
import { shared } from "../../core/shared";
import { recent } from "../limits/recent";

/** How long a preview of options can be opened, in milliseconds: 15 minutes. */
const DRAFT_TIME = 15 * 60 * 1000;
/** The most previews at a time; each change of a form makes one. */
const MOST = 100;

/** In memory alone: what nobody stored is gone with the server. */
const drafts = shared("option drafts", () => recent<Partial<Options>>(MOST, { ttl: DRAFT_TIME }));

const PREFIX = "/preview/look/";

/** Keeps options for a while under an address that nobody can guess: the signature of the options and the time. */
export function keepDraft(options: Partial<Options>, now: Date): { path: string; expireTime: Date } {
  const expireTime = new Date(now.getTime() + DRAFT_TIME);
  const token = sign("look preview", JSON.stringify([options, expireTime]));
  drafts.set(token, options);
  return { path: PREFIX + token, expireTime };
}

/** Whether an address belongs to a preview of options, whether there is one or not. */
export const isDraftAddress = (url: string): boolean => url.startsWith(PREFIX);

/** The options of a preview's address and the page that it shows; null where it has ended or never was. */
export function draftAt(url: string): { options: Partial<Options>; path: string; page: string } | null {
  const [, token = "", page = ""] = /^\/preview\/look\/([\w-]{43})(\/.*)?$/.exec(url) ?? [];
  const options = drafts.get(token);
  return options ? { options, path: PREFIX + token, page: page || "/" } : null;
}
