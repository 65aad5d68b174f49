"use client";
import { useTranslations } from "next-intl";
import { Tabs } from "radix-ui";
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog, DialogClose, DialogContent } from "../../ui/dialog";
import type { Kind } from "../kinds";
import { DropVeil } from "../drop-veil";
import { usePageDrop } from "../use-page-drop";
import { useUploads } from "../use-uploads";
import { type Address, ByAddress } from "./by-address";
import { Library } from "./library";
import { type Picked, pickedFrom, type PickedFile } from "../picked";
import { Uploading } from "./uploading";
import { isUsable } from "./usable";

type Props = {
  open: boolean;
  onClose: () => void;
  onPick: (picked: Picked[]) => void;
  /** The one kind that suits; all without. */
  kind?: Kind;
  several?: boolean;
  /** Whether the words that describe a picture are asked for beside an address. */
  asksAlt?: boolean;
  /** The address to begin with. */
  address?: string;
  /** Files that were dropped where it is opened from: they are uploaded at once. */
  files?: File[];
};

const ways = ["library", "upload", "address"] as const;
const tabLook =
  "border-b-2 border-transparent px-0.5 py-2 font-[520] text-soft hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink";

/** Asks for a picture wherever one is needed: chosen of those that are there, uploaded, or by its address. */
export function Picker({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      {open && <Choosing {...rest} />}
    </Dialog>
  );
}

function Choosing({
  onPick,
  kind,
  several = false,
  asksAlt = false,
  address: given = "",
  files: dropped = [],
}: Omit<Props, "open" | "onClose">) {
  const t = useTranslations("media.picker");
  const [way, setWay] = useState<(typeof ways)[number]>("library");
  const [chosen, setChosen] = useState<PickedFile[]>([]);
  const [own, setOwn] = useState<readonly number[]>([]);
  const [address, setAddress] = useState<Address>({ url: given, altText: "" });
  const [wrong, setWrong] = useState(false);
  const { queue, uploads } = useUploads();
  const mine = uploads.filter(({ id }) => own.includes(id));
  const made = mine.flatMap((upload) => upload.made ?? []);
  const suiting = made.filter(({ mediaType }) => !kind || mediaType.startsWith(`${kind}/`));

  const take = (files: File[]) => {
    const sent = several ? files : files.slice(0, 1);
    if (sent.length === 0) return;
    setWay("upload");
    const added = queue.add(sent);
    setOwn((before) => [...before, ...added]);
  };
  const over = usePageDrop(take);
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => take(dropped));
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    begin();
  }, []);
  // What was uploaded here was meant to be used.
  const picked = several
    ? [...suiting.filter(({ id }) => chosen.every((each) => each.id !== id)), ...chosen]
    : chosen.length > 0
      ? chosen
      : suiting.slice(-1);
  const toggle = (file: PickedFile) =>
    setChosen((before) =>
      before.some(({ id }) => id === file.id)
        ? before.filter(({ id }) => id !== file.id)
        : several
          ? [...before, file]
          : [file],
    );
  // The newest stand first there: those chosen together are put in the order in which they came.
  const choose = (files: readonly PickedFile[], isChosen: boolean) =>
    setChosen((before) => {
      const others = before.filter(({ id }) => files.every((file) => file.id !== id));
      return isChosen ? [...others, ...files.toReversed()] : others;
    });
  const use = (event: SyntheticEvent) => {
    event.preventDefault();
    // A form around the picker, such as the editor's, must not be sent along.
    event.stopPropagation();
    if (way !== "address") return void (picked.length > 0 && onPick(picked.map(pickedFrom)));
    if (!isUsable(address.url)) return setWrong(true);
    onPick([{ url: address.url.trim(), altText: address.altText.trim(), file: null }]);
  };
  const isReady = way === "address" ? address.url.trim() !== "" : picked.length > 0;
  const title = kind !== "image" ? "titleFile" : several ? "titleSeveral" : "title";
  return (
    <DialogContent title={t(title)} className="h-[min(44rem,85vh)] w-[min(56rem,calc(100vw-1.5rem))]!">
      <form onSubmit={use} className="flex min-h-0 grow flex-col">
        <Tabs.Root
          value={way}
          onValueChange={(next) => setWay(ways.find((name) => name === next) ?? "library")}
          className="flex min-h-0 grow flex-col gap-3.5"
        >
          <Tabs.List aria-label={t("ways")} className="flex gap-5 border-b">
            {ways.map((name) => (
              <Tabs.Trigger key={name} value={name} className={tabLook}>
                {t(name)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="library" tabIndex={-1} className="flex min-h-0 grow flex-col focus:outline-none">
            <Library
              kind={kind}
              several={several}
              chosen={picked}
              onToggle={toggle}
              onChoose={choose}
              onUse={(file) =>
                onPick((several ? [...picked.filter(({ id }) => id !== file.id), file] : [file]).map(pickedFrom))
              }
              seed={made.length}
            />
          </Tabs.Content>
          <Tabs.Content value="upload" tabIndex={-1} className="flex min-h-0 grow flex-col focus:outline-none">
            <Uploading
              several={several}
              accept={kind === undefined || kind === "application" ? undefined : `${kind}/*`}
              uploads={mine}
              queue={queue}
              onFiles={take}
            />
          </Tabs.Content>
          <Tabs.Content value="address" tabIndex={-1} className="flex min-h-0 grow flex-col focus:outline-none">
            <ByAddress
              isPicture={kind === "image"}
              asksAlt={asksAlt}
              address={address}
              wrong={wrong && !isUsable(address.url)}
              onChange={setAddress}
            />
          </Tabs.Content>
        </Tabs.Root>
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <DialogClose asChild>
            <Button>{t("cancel")}</Button>
          </DialogClose>
          <Button look="strong" type="submit" disabled={!isReady}>
            {several && way !== "address" ? t("useSeveral", { count: picked.length }) : t("use")}
          </Button>
        </div>
      </form>
      {over && <DropVeil text={t("drop")} />}
    </DialogContent>
  );
}
