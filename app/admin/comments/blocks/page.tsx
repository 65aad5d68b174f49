import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BlocksView } from "../../../../components/moderation/blocks-view";
import { blockList, shownOfBlocks } from "../../../../components/moderation/list";
import { listBlocks } from "../../../../lib/features/comments/blocks/queries";
import { type ListPageProps, readList } from "../../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("blocks"))("title") };
}

export default async function BlocksPage({ searchParams }: ListPageProps) {
  const [t, list] = await Promise.all([
    getTranslations("blocks"),
    readList(blockList, listBlocks, searchParams, shownOfBlocks),
  ]);
  return (
    <BlocksView
      {...list}
      choices={{
        kind: (["ADDRESS", "NETWORK", "EMAIL", "EMAIL_HOST"] as const).map((id) => ({ id, name: t(`kinds.${id}`) })),
      }}
    />
  );
}
