import { getTranslations } from "../../../lib/doors/words";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { TagIndex } from "../../../components/site/tag-list";
import { readAsVisitor } from "../../../lib/doors/page";
import { listLeadingTags, listPublicTags } from "../../../lib/features/taxonomy/tags/queries";
import { pageFacts } from "../page-facts";
import { sitePage } from "../site-page";

/** All tags by name; of very many, those with the most posts. */
async function shownTags() {
  const { items, total } = await readAsVisitor(listPublicTags, {});
  return total > items.length ? readAsVisitor(listLeadingTags, {}) : items;
}

export const { GET } = sitePage(async (_asked, site) => {
  const [tags, t, home] = await Promise.all([shownTags(), getTranslations("tags"), getTranslations("missing")]);
  const facts = pageFacts({ site, path: "/tags", title: t("title"), description: t("about", { site: site.title }) });
  const body = (
    <>
      <SmallMasthead site={site} current="/tags" />
      <main id="main">
        <ListHeading title={t("title")} />
        {tags.length > 0 ? (
          <TagIndex tags={tags} />
        ) : (
          <Notice title={t("emptyTitle")} text={t("emptyText")} action={{ href: "/", label: home("action") }} />
        )}
      </main>
    </>
  );
  return { facts, body };
});
