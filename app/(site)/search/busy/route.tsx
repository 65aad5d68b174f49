import { getTranslations } from "../../../../lib/doors/words";
import { ListHeading } from "../../../../components/site/list-heading";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { SearchForm } from "../../../../components/site/search-form";
import { pageFacts } from "../../page-facts";
import { sitePage } from "../../site-page";

/** The front desk answers this page, as a 429, to clients that search too often. */
export const { GET } = sitePage(async (_asked, site) => {
  const t = await getTranslations("search");
  const body = (
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
  return { facts: pageFacts({ site, path: "/search", title: t("title"), hidden: true }), body };
});
