"use client";
import type { ComponentProps } from "react";
import type { Picked } from "../media/picked";
import { late } from "../ui/late";
import { AddressDialog, type Asked } from "./address-dialog";
import type { Shown } from "./file-markup";
import type { Insertion } from "./text-view";

export type { Asked } from "./address-dialog";

const Picker = late(async () => (await import("../media/picker/picker")).Picker);

type Props = { asked: Asked | null; onClose: () => void; onInsert: (what: Insertion) => void };

/** A chosen picture; the selected words describe it where nothing else does. */
const shownOf = ({ url, altText, file }: Picked, selected: string): Shown => ({
  url,
  altText: altText || selected,
  name: file?.name ?? url,
  mediaType: file?.mediaType ?? "image/*",
  ...(file && { caption: file.caption }),
});

/** Asks for the address and words of a link, or for pictures. */
export function AskedDialog({ asked, onClose, onInsert }: Props) {
  const isPicture = asked?.what === "image";
  const picker: ComponentProps<typeof Picker> = {
    open: isPicture,
    kind: "image",
    several: true,
    asksAlt: true,
    onClose,
    onPick: (picked) => onInsert({ pictures: picked.map((each) => shownOf(each, asked?.selected ?? "")) }),
  };
  return (
    <>
      <AddressDialog asked={isPicture ? null : asked} onClose={onClose} onInsert={onInsert} />
      <Picker {...picker} />
    </>
  );
}
