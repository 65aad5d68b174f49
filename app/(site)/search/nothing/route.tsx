import { Missing } from "../../../../components/site/missing";
import { SmallMasthead } from "../../../../components/site/masthead";
import { getTranslations } from "../../../../lib/doors/words";
import { sitePage } from "../../site-page";

/** The front desk answers this page at every missing address. */
export const { GET } = sitePage(async (_asked, site) => {
  const t = await getTranslations("missing");
  const body = (
    <>
      <SmallMasthead site={site} />
      <Missing />
    </>
  );
  return { facts: { title: `${t("title")} — ${site.title}`, robots: "noindex" }, body, status: 404 };
});
