import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { mediaList, shownOfFiles } from "../../../components/media/list";
import { MediaView } from "../../../components/media/media-view";
import { read } from "../../../lib/doors/page";
import { getAttachment, listAttachments, listAttachmentTeams } from "../../../lib/features/attachments/queries";
import { listServersApart } from "../../../lib/features/attachments/servers";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("media"))("title") };
}

export default async function MediaPage({ searchParams }: ListPageProps) {
  const wanted = /^\d{1,9}$/.exec([(await searchParams).file].flat()[0] ?? "")?.[0];
  const [list, teams, apart, opened] = await Promise.all([
    readList(mediaList, listAttachments, searchParams, shownOfFiles),
    read(listAttachmentTeams, {}),
    read(listServersApart, {}),
    wanted === undefined ? undefined : read(getAttachment, { attachmentId: Number(wanted) }),
  ]);
  return <MediaView {...list} teams={teams} apart={apart} opened={opened} />;
}
