import type { ReactNode } from "react";
import { useTranslations } from "../../lib/doors/words";

type Props = { className: string; html: string | undefined; children: ReactNode };

/** A whole text; one with code says what the script of the page writes on the buttons that copy it. */
export function TextArticle({ className, html = "", children }: Props) {
  const t = useTranslations("post");
  const words = html.includes("<pre") && { "data-copy": t("copy"), "data-copied": t("copied") };
  return (
    <article className={className} {...words}>
      {children}
    </article>
  );
}
