import type { Suggestion } from "../../reading";
import { decodedAddress } from "../../../../text/address-parts";
import { oldPath } from "../old-address";

/** The forms of addresses that this site has, most specific first. */
const forms = ["/{yyyy}/{mm}/{dd}/{slug}", "/{yyyy}/{mm}/{slug}", "/archives/{slug}", "/{slug}"];
/** The part of all posts that must have a form, before it is suggested. */
const MOST = 0.9;

function addressOf(form: string, date: string, slug: string): string {
  const [yyyy = "", mm = "", dd = ""] = date.slice(0, 10).split("-");
  return form
    .replace("{yyyy}", yyyy)
    .replace("{mm}", mm)
    .replace("{dd}", dd)
    .replace("{slug}", () => decodedAddress(slug));
}

/** Counts the forms of the old site's addresses. */
export class Permalinks {
  readonly #counts = new Map<string, number>();
  #all = 0;

  note(link: string, base: string, slug: string, dates: readonly string[]): void {
    const path = oldPath(link);
    if (path === null || slug === "") return;
    this.#all += 1;
    const own = path.startsWith(`${base}/`) ? path.slice(base.length) : path;
    const form = forms.find((each) => dates.some((date) => addressOf(each, date, slug) === own.replace(/\/$/, "")));
    if (form !== undefined) this.#counts.set(form, (this.#counts.get(form) ?? 0) + 1);
  }

  suggestions(): Suggestion[] {
    for (const [value, count] of this.#counts)
      if (count >= this.#all * MOST) return [{ option: "post_permalink", value, why: "keeps the old addresses" }];
    return [];
  }
}
