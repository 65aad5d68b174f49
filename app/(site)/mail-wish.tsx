import type { ReactNode } from "react";
import { SmallMasthead } from "../../components/site/masthead";
import { Notice } from "../../components/site/notice";
import type { FormState } from "../../lib/doors/form-state";
import { codeFrom } from "../../lib/doors/page";
import { getTranslations } from "../../lib/doors/words";
import type { Asked } from "../../lib/doors/public-page";
import type { ShownSite } from "./logos";
import type { SitePage } from "./site-page";

type Wish = {
  title: string;
  text: string;
  doneTitle: string;
  doneText: string;
  /** The form that sends the wish. */
  form: (given: { state: FormState; token: string }) => ReactNode;
  state: FormState;
};

/** The page of a link in a mail: asks once more, since programs that check links open them too, and says when it is done. */
export async function mailWishPage(
  site: ShownSite,
  { token, done }: Asked["query"],
  { title, text, doneTitle, doneText, form: Form, state }: Wish,
): Promise<SitePage> {
  const t = await getTranslations("unsubscribe");
  const body = (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        {done ? (
          <Notice heading="h1" title={doneTitle} text={doneText} action={{ href: "/", label: t("action") }} />
        ) : (
          <article className="story narrow">
            <header>
              <h1>{title}</h1>
              <p className="summary">{text}</p>
            </header>
            <Form state={state} token={codeFrom(token)} />
          </article>
        )}
      </main>
    </>
  );
  // Other sites must not learn the token; this site needs the form's origin.
  return { facts: { title, robots: "noindex, nofollow", referrer: "same-origin" }, body };
}
