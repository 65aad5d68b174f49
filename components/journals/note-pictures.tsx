"use client";
import { ImagePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { fileMarkup } from "../editor/file-markup";
import { filesIn, holdsFiles } from "../media/dropped-files";
import type { Picked } from "../media/picked";
import { UploadList } from "../media/upload-list";
import { useUploads } from "../media/use-uploads";
import { Button } from "../ui/button";
import { late } from "../ui/late";

const Picker = late(async () => (await import("../media/picker/picker")).Picker);

const markupOf = ({ url, altText, file }: Picked) =>
  fileMarkup({ url, altText, name: file?.name ?? "", mediaType: "image/*", caption: file?.caption ?? "" });

/** Pictures of a note: what is pasted and dropped into its text, and uploaded before it is put there as Markdown. */
export function useNotePictures(put: (markup: string) => void) {
  const { queue, uploads } = useUploads();
  const [own, setOwn] = useState<readonly number[]>([]);
  const placed = useRef(new Set<number>());
  const mine = uploads.filter(({ id }) => own.includes(id));
  const place = useEffectEvent(() => {
    for (const { id, made } of queue.list()) {
      if (!made || !own.includes(id) || placed.current.has(id)) continue;
      placed.current.add(id);
      put(fileMarkup(made));
      queue.cancel(id);
    }
  });
  useEffect(() => queue.watch(() => place()), [queue]);
  const take = (files: File[]) => {
    const added = queue.add(files);
    setOwn((before) => [...before, ...added]);
  };
  return {
    mine,
    queue,
    /** Whether some are on their way. */
    isOpen: mine.some(({ state }) => state !== "refused"),
    handlers: {
      onPaste: (event: ClipboardEvent) => {
        const files = filesIn(event.clipboardData);
        // An office program copies a picture of its text as well.
        if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        take(files);
      },
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event.dataTransfer)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event.dataTransfer)) return;
        event.preventDefault();
        take(filesIn(event.dataTransfer));
      },
    },
  };
}

/** The pictures on their way, each with a bar. */
export function NoteUploads({ mine, queue }: Pick<ReturnType<typeof useNotePictures>, "mine" | "queue">) {
  const t = useTranslations("journals");
  if (mine.length === 0) return null;
  return (
    <section aria-label={t("uploading")}>
      <UploadList uploads={mine} queue={queue} />
    </section>
  );
}

/** Chooses pictures for a note, or uploads them. */
export function PictureButton({ put }: { put: (markup: string) => void }) {
  const t = useTranslations("journals");
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)} {...Picker.opener}>
        <ImagePlus aria-hidden />
        {t("picture")}
      </Button>
      {open !== null && (
        <Picker
          open={open}
          kind="image"
          several
          asksAlt
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            setOpen(false);
            put(picked.map(markupOf).join("\n\n"));
          }}
        />
      )}
    </>
  );
}
