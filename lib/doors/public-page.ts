import type { ReactElement } from "react";
import { markup } from "../core/markup";
import type { SiteLocale } from "../core/languages";
import { textOf } from "./form";
import { emptyFormState, type FormState } from "./form-state";
import { siteLocale, siteTimeZone } from "./page";
import { inLocale } from "./words";

export type Query = Record<string, string | string[] | undefined>;

/** What a page is made from. `state` is what became of its form with this name, when that was sent and refused. */
export type Asked<P = Record<string, string>> = { params: P; query: Query; state: (form: string) => FormState };

/** `locale`: the language of its words, where it is not the site's. */
type Made = { document: ReactElement; status?: number; locale?: SiteLocale };
type Forms = Readonly<Record<string, (form: FormData) => Promise<FormState>>>;
type Context<P> = { params: Promise<P> };

function queryOf({ url }: Request): Query {
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URL(url).searchParams) {
    const known = query.get(name);
    query.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(query);
}

/** A form as it was sent; null for what is none. */
const formOf = (request: Request): Promise<FormData | null> => request.formData().catch(() => null);

/**
 * The handlers of a public page: rendered once, in one go and without the framework's scripts. A form of the page is
 * sent to the page's own address, and names itself in its field `form`; refused, the page comes again with it filled in.
 */
export function publicPage<P = Record<string, never>>(make: (asked: Asked<P>) => Promise<Made>, forms: Forms = {}) {
  async function answer(request: Request, { params }: Context<P>, state: Asked["state"]): Promise<Response> {
    const { document, status, locale } = await make({ params: await params, query: queryOf(request), state });
    const manner = { locale: locale ?? (await siteLocale()), timeZone: await siteTimeZone() };
    const html = inLocale(manner, () => markup.get()(document));
    return new Response(`<!DOCTYPE html>${html}`, { status, headers: { "content-type": "text/html; charset=utf-8" } });
  }
  return {
    GET: (request: Request, context: Context<P>) => answer(request, context, () => emptyFormState),
    POST: async (request: Request, context: Context<P>) => {
      const form = await formOf(request);
      const name = form ? textOf(form, "form") : "";
      const send = Object.hasOwn(forms, name) ? forms[name] : undefined;
      if (!form || !send) return new Response(null, { status: 400 });
      const refused = await send(form);
      return answer(request, context, (other) => (other === name ? refused : emptyFormState));
    },
  };
}
