import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AppearanceView } from "../../../components/appearance/appearance-view";
import { read } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { listPublicPosts } from "../../../lib/features/writing/posts/queries";
import { listPublicSheets } from "../../../lib/features/writing/sheets/queries";
import { foundSetting, readSettings } from "../settings/shown-settings";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("appearance"))("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** What visitors see, changed beside a preview of their pages. */
export default async function AppearancePage({ searchParams }: Props) {
  const [settings, site, posts, sheets, { setting }] = await Promise.all([
    readSettings(),
    read(getSite, {}),
    read(listPublicPosts, { page: 1, size: 1 }),
    read(listPublicSheets, { page: 1, size: 1 }),
    searchParams,
  ]);
  const [post, sheet] = [posts.items[0], sheets.items[0]];
  return (
    <AppearanceView
      settings={settings.filter(({ group }) => group === "appearance")}
      siteTitle={site.title}
      pages={[
        { name: "home", path: "/" },
        ...(post ? [{ name: "post" as const, path: post.url }] : []),
        ...(sheet ? [{ name: "sheet" as const, path: sheet.url }] : []),
        { name: "archives", path: "/archives" },
      ]}
      found={foundSetting(setting)}
    />
  );
}
