"use client";
import { clsx } from "clsx";
import { Monitor, RotateCw, Smartphone, Tablet } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { Select } from "../ui/select";

export type PreviewPage = { name: "home" | "post" | "sheet" | "archives"; path: string };
export type PreviewScheme = "set" | "light" | "dark";

const widths = [
  { width: 360, name: "phone", Icon: Smartphone },
  { width: 768, name: "tablet", Icon: Tablet },
  { width: 1280, name: "desktop", Icon: Monitor },
] as const;

type Props = {
  /** Begins the addresses of previewed pages; null until there is one. */
  path: string | null;
  /** Why the newest options are not shown; "" where no answer came. */
  problem: string | null;
  isBehind: boolean;
  pages: readonly PreviewPage[];
  scheme: PreviewScheme;
  onScheme: (scheme: PreviewScheme) => void;
  onAgain: () => void;
};

/** The inner width and height of an element as they change. */
function useBox() {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => entry && setBox(entry.contentRect));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { ref, box };
}

/**
 * The real pages of the site in a frame that is as wide as a visitor's window, and made smaller to fit. The frame has no
 * origin: whatever runs in it reaches nothing of the dashboard.
 */
export function Preview({ path, problem, isBehind, pages, scheme, onScheme, onAgain }: Props) {
  const t = useTranslations("appearance.preview");
  const { ref, box } = useBox();
  const [width, setWidth] = useState<(typeof widths)[number]["width"]>(1280);
  const [page, setPage] = useState(pages[0]?.path ?? "/");
  const wanted = path === null ? null : path + page;
  // The last page stands until the next one is there.
  const [loaded, setLoaded] = useState<string | null>(null);
  const frames = [...new Set([loaded, wanted])].filter((each) => each !== null);
  const scale = box.width === 0 ? 1 : Math.min(1, box.width / width);
  return (
    <section aria-label={t("title")} className="flex h-full min-h-[32rem] flex-col rounded-lg border bg-raised">
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
        <Select aria-label={t("page")} value={page} onChange={({ target }) => setPage(target.value)}>
          {pages.map(({ name, path: at }) => (
            <option key={name} value={at}>
              {t(`pages.${name}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t("scheme")}
          value={scheme}
          onChange={({ target }) => onScheme(target.value as PreviewScheme)}
        >
          {(["set", "light", "dark"] as const).map((each) => (
            <option key={each} value={each}>
              {t(`schemes.${each}`)}
            </option>
          ))}
        </Select>
        <div role="group" aria-label={t("width")} className="ml-auto flex gap-1">
          {widths.map(({ width: each, name, Icon }) => (
            <Button
              key={each}
              size="icon"
              look="quiet"
              aria-label={t(name, { width: each })}
              aria-pressed={each === width}
              className="aria-pressed:bg-ink/8 aria-pressed:text-ink"
              onClick={() => setWidth(each)}
            >
              <Icon aria-hidden />
            </Button>
          ))}
          <Button size="icon" look="quiet" aria-label={t("again")} onClick={onAgain}>
            <RotateCw aria-hidden />
          </Button>
        </div>
      </div>
      <p role="status" className={problem === null ? "sr-only" : "border-b px-3 py-2 text-[0.86rem] text-wrong"}>
        {problem === null ? (isBehind ? "" : t("isThere")) : problem || t("failed")}
      </p>
      <div
        ref={ref}
        aria-busy={isBehind || loaded !== wanted}
        className="relative min-h-0 grow overflow-hidden rounded-b-lg bg-ink/5"
      >
        {box.width > 0 &&
          frames.map((each) => {
            const isShown = loaded === null || each === loaded;
            return (
              <iframe
                key={each}
                title={isShown ? t("frame") : undefined}
                src={each}
                sandbox="allow-scripts"
                referrerPolicy="no-referrer"
                width={width}
                height={Math.ceil(box.height / scale)}
                onLoad={() => each === wanted && setLoaded(each)}
                className={clsx(
                  "absolute top-0 left-1/2 max-w-none origin-top border-0 bg-paper transition-opacity motion-reduce:transition-none",
                  !isShown && "invisible",
                  isBehind && "opacity-60",
                )}
                style={{ transform: `translateX(-50%) scale(${scale})` }}
              />
            );
          })}
      </div>
    </section>
  );
}
