import type { Metadata } from "next";
import { getTranslations } from "../../../../lib/doors/words";
import { ListHeading } from "../../../../components/site/list-heading";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { SearchForm } from "../../../../components/site/search-form";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getSite } from "../../../../lib/features/site/queries";
import { pageMetadata } from "../../page-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("search")]);
  return pageMetadata({ site, path: "/search", title: t("title"), hidden: true });
}

/** The page that the front desk shows, as a 429, after too many searches. */
export default async function SearchedTooOftenPage() {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("search")]);
  return (
    <>
      <SmallMasthead site={site} current="search" />
      <main id="main">
        <ListHeading title={t("title")}>
          <SearchForm keyword="" />
        </ListHeading>
        <Notice title={t("busy")} text={t("busyAdvice")} />
      </main>
    </>
  );
}
