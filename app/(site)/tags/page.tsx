import type { Metadata } from "next";
import { getTranslations } from "../../../lib/doors/words";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { TagIndex } from "../../../components/site/tag-list";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listPublicTags } from "../../../lib/features/taxonomy/tags/queries";
import { pageMetadata } from "../page-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("tags")]);
  return pageMetadata({ site, path: "/tags", title: t("title"), description: t("about", { site: site.title }) });
}

export default async function TagsPage() {
  const [site, tags, t, home] = await Promise.all([
    readAsVisitor(getSite, {}),
    readAsVisitor(listPublicTags, {}),
    getTranslations("tags"),
    getTranslations("missing"),
  ]);
  return (
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
}
