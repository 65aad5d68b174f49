"use client";
import { ExternalLink, Monitor, Smartphone, Tablet } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";

/** CSS pixels of the devices of readers. */
const widths = [
  { name: "phone", width: 360, icon: Smartphone },
  { name: "tablet", width: 768, icon: Tablet },
  { name: "desktop", width: 1280, icon: Monitor },
] as const;

type Props = { open: boolean; onClose: () => void; link: () => Promise<string | null> };

/** The text in the look of the site, as wide as on a phone, a tablet and a desktop. */
export function WidthsDialog({ open, onClose, link }: Props) {
  const t = useTranslations("editor.widths");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      {open && (
        <DialogContent title={t("title")} className="editor-widths">
          <Preview link={link} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Preview({ link }: Pick<Props, "link">) {
  const t = useTranslations("editor.widths");
  const [url, setUrl] = useState<string | null | undefined>(undefined);
  const [width, setWidth] = useState<number>(window.innerWidth < widths[1].width ? widths[0].width : widths[2].width);
  const [room, setRoom] = useState<HTMLDivElement | null>(null);
  const [available, setAvailable] = useState(0);
  // Asked for once, when the dialog opens.
  const [asked] = useState(link);
  useEffect(() => void asked.then(setUrl), [asked]);
  useEffect(() => {
    if (!room) return;
    const watching = new ResizeObserver(() => setAvailable(room.clientWidth));
    watching.observe(room);
    return () => watching.disconnect();
  }, [room]);
  const scale = available === 0 ? 1 : Math.min(1, available / width);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-1">
        {widths.map(({ name, width: wide, icon: Icon }) => (
          <Button
            key={name}
            aria-pressed={width === wide}
            look={width === wide ? "strong" : "plain"}
            onClick={() => setWidth(wide)}
          >
            <Icon aria-hidden />
            {t(name)} <span className="opacity-70">{wide}</span>
          </Button>
        ))}
        {url && (
          <Button asChild look="quiet" className="ml-auto">
            <a href={url} target="_blank" rel="noopener">
              <ExternalLink aria-hidden />
              {t("newTab")}
            </a>
          </Button>
        )}
      </div>
      <div ref={setRoom} className="editor-widths-room">
        {url ? (
          <iframe
            title={t("frame", { width })}
            sandbox="allow-scripts"
            src={url}
            style={{
              width,
              height: `${100 / scale}%`,
              transform: `scale(${scale})`,
              marginLeft: Math.max(0, (available - width * scale) / 2),
            }}
          />
        ) : (
          <p role="status" className="p-4 text-soft">
            {t(url === null ? "failed" : "loading")}
          </p>
        )}
      </div>
    </>
  );
}
