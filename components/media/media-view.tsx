"use client";
import { Copy, ExternalLink, FolderInput, Info, Trash2, TriangleAlert } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect } from "react";
import { setAttachmentTeamsAction } from "../../app/admin/media/actions";
import type { AttachmentFilters } from "../../lib/features/attachments/schema";
import { useDesk } from "../admin/desk";
import { Page, PageAction } from "../admin/page";
import { Note } from "../moving/note";
import { isNarrowed } from "../resource/list-place";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { atOnce } from "../resource/sending";
import { Button } from "../ui/button";
import { Empty } from "../ui/empty";
import { takeFiles } from "../ui/handed-files";
import { late } from "../ui/late";
import { FileAdded, FileKind, FileName, FileSize, FileTeam, FileTile } from "./cells";
import { ChooseFiles } from "./choose-files";
import { DropVeil } from "./drop-veil";
import { kinds } from "./kinds";
import { type ListedFile, mediaList } from "./list";
import { UploadTray } from "./upload-tray";
import { usePageDrop } from "./use-page-drop";
import { useRefreshed } from "./use-refreshed";
import { useSize } from "./use-size";
import { useUploads } from "./use-uploads";

const FileDrawer = late(async () => (await import("./file-drawer")).FileDrawer);
const TeamDialog = late(async () =>
  (await import("./team-dialog")).teamDialogOf<ListedFile>("media", (team, teamOf) =>
    atOnce(
      (ids) =>
        setAttachmentTeamsAction({
          items: ids.map((attachmentId) => {
            const before = teamOf(attachmentId);
            return { attachmentId, team, ...(before !== undefined && { from: { team: before } }) };
          }),
        }),
      ({ before }) => setAttachmentTeamsAction({ items: before }),
    ),
  ),
);
const DeleteDialog = late(async () => (await import("./delete-dialog")).DeleteDialog);

const media: Resource<ListedFile, AttachmentFilters> = {
  place: mediaList,
  words: "media",
  nameOf: ({ name }) => name,
  tile: FileTile,
  columns: [
    { name: "name", cell: FileName, sort: ["name", "asc"] },
    { name: "kind", cell: FileKind, from: "lg", card: "beside" },
    { name: "team", cell: FileTeam, from: "lg", card: "none" },
    { name: "size", cell: FileSize, sort: ["size", "desc"], align: "right", card: "beside" },
    { name: "added", cell: FileAdded, sort: ["createTime", "desc"], card: "beside" },
  ],
  actions: [
    { name: "open", icon: ExternalLink, leavesFor: ({ url }) => url },
    { name: "copy", icon: Copy, key: "c", copies: ({ url }) => url },
    { name: "details", icon: Info, dialog: FileDrawer },
    { name: "team", icon: FolderInput, key: "t", bulk: () => true, dialog: TeamDialog },
    { name: "delete", icon: Trash2, grave: true, bulk: () => true, dialog: DeleteDialog },
  ],
};

type Props = Listed<ListedFile, AttachmentFilters> & {
  teams: string[];
  /** Servers that keep files elsewhere. */
  apart: readonly string[];
  opened: ListedFile | undefined;
};

/** The files of the site: found, described, replaced, put into teams, and new ones uploaded. */
export function MediaView({ teams, apart, opened, ...list }: Props) {
  const t = useTranslations("media");
  const size = useSize();
  const format = useFormatter();
  const { uploadLimit } = useDesk().shell;
  const { queue, uploads } = useUploads();
  useRefreshed(uploads);
  // What is uploaded to a shown team belongs there.
  const { team = "" } = list.view.filters;
  const upload = (files: File[]) => void queue.add(files, team);
  const over = usePageDrop(upload);
  useEffect(() => takeFiles((files) => void queue.add(files, team)), [queue, team]);
  const isEmpty = list.total === 0 && !isNarrowed(mediaList, list.view);
  const choices = {
    mediaType: kinds.map((kind) => ({ id: kind, name: t(`kinds.${kind}`) })),
    ...(teams.length > 0 && { team: teams.map((team) => ({ id: team, name: team })) }),
    unused: (["true", "false"] as const).map((value) => ({ id: value, name: t(`unused.${value}`) })),
  };
  return (
    <Page
      title={t("title")}
      action={<ChooseFiles onFiles={upload}>{(open) => <PageAction label={t("upload")} onClick={open} />}</ChooseFiles>}
    >
      {apart.length > 0 && (
        <Note icon={TriangleAlert} look="wrong">
          {t("apart", { servers: format.list(apart) })}
        </Note>
      )}
      {isEmpty ? (
        <Empty
          text={t("uploads.hint", { size: size(uploadLimit) })}
          action={
            <ChooseFiles onFiles={upload}>
              {(open) => (
                <Button look="strong" onClick={open}>
                  {t("uploads.choose")}
                </Button>
              )}
            </ChooseFiles>
          }
        />
      ) : (
        <ResourceList
          key={opened?.id}
          resource={media}
          {...list}
          choices={choices}
          opened={opened && { action: "details", row: opened }}
        />
      )}
      <UploadTray uploads={uploads} queue={queue} />
      {over && <DropVeil text={t("uploads.dropHere")} />}
    </Page>
  );
}
