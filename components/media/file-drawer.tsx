"use client";
import { Copy, Download, ExternalLink, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useListing } from "../resource/listing";
import type { ActionDialog } from "../resource/resource";
import { Button } from "../ui/button";
import { copyText } from "../ui/clipboard";
import { SidePanel, SidePanelContent } from "../ui/side-panel";
import { sayDone, sayFailed } from "../ui/toaster";
import { FileFacts } from "./file-facts";
import { FileForm } from "./file-form";
import { FileThumb } from "./file-thumb";
import { FileUsages } from "./file-usages";
import type { ListedFile } from "./list";
import { ReplaceFile } from "./replace-file";

/** All about one file: what it is and says, where it is used, and what can be done with it. */
export function FileDrawer({ row, onClose }: ComponentProps<ActionDialog<ListedFile>>) {
  const t = useTranslations("media");
  const list = useTranslations("list");
  const { rows, resource, act } = useListing();
  // The list is asked for again after each change, and the drawer stays open.
  const file = (rows as readonly ListedFile[]).find(({ id }) => id === row?.id) ?? row;
  if (!file) return null;
  const remove = resource.actions.find(({ name }) => name === "delete");
  const copy = () =>
    void copyText(new URL(file.url, window.location.origin).href).then((copied) =>
      copied ? sayDone(list("copied")) : sayFailed(list("notCopied")),
    );
  return (
    <SidePanel open onOpenChange={onClose}>
      <SidePanelContent title={file.name} className="w-[min(28rem,100vw)]! gap-5">
        <FilePreview file={file} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={copy}>
            <Copy aria-hidden />
            {t("actions.copy")}
          </Button>
          <Button size="small" asChild>
            <a href={file.url} download={file.name}>
              <Download aria-hidden />
              {t("download")}
            </a>
          </Button>
          <Button size="small" asChild>
            <a href={file.url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {t("actions.open")}
            </a>
          </Button>
        </div>
        <FileForm key={file.id} file={file} />
        <FileFacts file={file} />
        <FileUsages id={file.id} />
        <section className="grid gap-3 border-t pt-4">
          <ReplaceFile file={file} />
          {remove && (
            <Button
              size="small"
              className="justify-self-start text-wrong"
              onClick={() => {
                onClose();
                act(remove, file);
              }}
            >
              <Trash2 aria-hidden />
              {t("actions.delete")}
            </Button>
          )}
        </section>
      </SidePanelContent>
    </SidePanel>
  );
}

function FilePreview({ file }: { file: ListedFile }) {
  const { url, mediaType, name } = file;
  if (mediaType.startsWith("video/"))
    return (
      <video src={url} controls preload="metadata" className="max-h-64 w-full rounded-md bg-black" aria-label={name} />
    );
  if (mediaType.startsWith("audio/"))
    return <audio src={url} controls preload="metadata" className="w-full" aria-label={name} />;
  return (
    <div className="h-56 shrink-0 overflow-hidden rounded-md border">
      <FileThumb file={file} whole />
    </div>
  );
}
