import type { Metadata } from "next";
import { getTranslations } from "../../../lib/doors/words";
import { UnsubscribeForm } from "../../../components/comments/unsubscribe-form";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { unsubscribeAction } from "../actions";
import { codeFrom, readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("unsubscribe");
  // The token reveals nothing elsewhere; to this site the form must send its origin.
  return {
    title: t("title"),
    robots: { index: false, follow: false },
    referrer: "same-origin",
    icons: { icon: "/favicon.svg" },
  };
}

type Props = { searchParams: Promise<{ token?: string | string[]; done?: string | string[] }> };

/** Ends the mails about replies, for those with the link from one of them. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const [site, t, { token, done }] = await Promise.all([
    readAsVisitor(getSite, {}),
    getTranslations("unsubscribe"),
    searchParams,
  ]);
  return (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        {done ? (
          <Notice
            heading="h1"
            title={t("doneTitle")}
            text={t("doneText", { site: site.title })}
            action={{ href: "/", label: t("action") }}
          />
        ) : (
          <article className="story narrow">
            <header>
              <h1>{t("title")}</h1>
              <p className="summary">{t("text", { site: site.title })}</p>
            </header>
            <UnsubscribeForm
              action={unsubscribeAction}
              token={codeFrom(token)}
              words={{ submit: t("submit"), failed: t("failed") }}
            />
          </article>
        )}
      </main>
    </>
  );
}
