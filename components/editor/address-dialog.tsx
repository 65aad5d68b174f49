"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { findTexts } from "./find-texts";
import type { Insertion, Link, Target } from "./text-view";

/** `link` is the one that the cursor stood in, which is selected now. */
export type Asked = { what: "link" | "image"; selected: string; link: Link | null };
type Props = { asked: Asked | null; onClose: () => void; onInsert: (what: Insertion) => void };

const isAddress = (text: string) => /^(https?:\/\/|\/)\S+$/.test(text.trim());

/** Milliseconds after the last key before the search. */
const PAUSE_MS = 180;

/** Posts for what is typed instead of an address. */
function useFound(typed: string): Target[] {
  const [found, setFound] = useState<{ typed: string; targets: Target[] }>({ typed: "", targets: [] });
  const isWanted = !isAddress(typed) && !/^(?:#|mailto:|tel:|www\.)/.test(typed.trim());
  useEffect(() => {
    if (!isWanted) return;
    const asking = new AbortController();
    const timer = setTimeout(
      () =>
        void findTexts(typed, asking.signal).then(
          (targets) => setFound({ typed, targets }),
          () => undefined,
        ),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed, isWanted]);
  return isWanted && found.typed === typed ? found.targets : [];
}

/** Asks for the address of a link, or finds it by a title, and its words. */
export function AddressDialog({ asked, onClose, onInsert }: Props) {
  return (
    <Dialog open={asked !== null} onOpenChange={(open) => !open && onClose()}>
      {asked && <Questions key={asked.what} asked={asked} onInsert={onInsert} onClose={onClose} />}
    </Dialog>
  );
}

/** An address that begins with a host's name is one of another site. */
const wholeAddress = (typed: string) => (/^www\.\S+\.\S/i.test(typed) ? `https://${typed}` : typed);

type QuestionsProps = { asked: Asked } & Pick<Props, "onInsert" | "onClose">;

function Questions({ asked: { selected, link }, onInsert, onClose }: QuestionsProps) {
  const t = useTranslations("editor.address");
  const [address, setAddress] = useState(link?.address ?? (isAddress(selected) ? selected.trim() : ""));
  const [words, setWords] = useState(link?.words ?? (isAddress(selected) ? "" : selected));
  // Whatever is changed in a title, the rest of it is somebody else's.
  const [isTitle, setIsTitle] = useState(false);
  const found = useFound(address);
  const send = () =>
    onInsert({
      link: {
        address: wholeAddress(address.trim()),
        words: words.trim() || (link?.words ?? address.trim()),
        isTitle,
      },
    });
  const choose = ({ title, url }: Target) => {
    setAddress(url);
    if (words.trim() !== "") return;
    setIsTitle(true);
    setWords(title);
  };
  return (
    <DialogContent title={t(link ? "change" : "link")}>
      <form
        className="grid gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (isAddress(address) || found.length === 0) send();
          else if (found[0]) choose(found[0]);
        }}
      >
        <Field label={t("find")} hint={t("addressHint")}>
          <Input
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            autoComplete="off"
            required
            autoFocus
          />
        </Field>
        {found.length > 0 && (
          <ul aria-label={t("found")} className="grid max-h-48 overflow-y-auto rounded-md border">
            {found.map((target) => (
              <li key={target.url}>
                <button
                  type="button"
                  onClick={() => choose(target)}
                  className="flex w-full justify-between gap-x-4 px-3 py-1.5 text-left hover:bg-ink/5 max-sm:flex-col"
                >
                  <span>{target.title}</span>
                  <span className="min-w-0 truncate text-soft">{target.url}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Field label={t("words")}>
          <Input
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              if (event.target.value.trim() === "") setIsTitle(false);
            }}
            autoComplete="off"
          />
        </Field>
        <DialogActions>
          {link && (
            <Button className="mr-auto" onClick={() => onInsert({ unlinked: link.words })}>
              {t("remove")}
            </Button>
          )}
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="strong" type="submit">
            {t(link ? "save" : "insert")}
          </Button>
        </DialogActions>
      </form>
    </DialogContent>
  );
}
