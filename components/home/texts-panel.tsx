import { useTranslations } from "next-intl";
import { Link } from "../ui/link";
import { When } from "../ui/when";
import { Nothing, Panel } from "./panel";

type ListedText = { id: number; title: string; time: Date; author: string | null };

type Props = {
  kind: "drafts" | "scheduled";
  texts: readonly ListedText[];
  total: number;
  /** Names the authors, where they are not all this person. */
  namesAuthors: boolean;
};

/** Posts that wait for their author, or for their time. */
export function TextsPanel({ kind, texts, total, namesAuthors }: Props) {
  const t = useTranslations("dashboard");
  return (
    <Panel
      title={t(`${kind}.title`)}
      count={total}
      more={
        total > texts.length && (
          <Link href={`/admin/posts?state=${kind}`} className="text-[0.86rem] text-soft">
            {t("all")}
          </Link>
        )
      }
    >
      {texts.length === 0 ? (
        <Nothing>{t(`${kind}.none`)}</Nothing>
      ) : (
        <ul className="grid grid-cols-1 gap-1">
          {texts.map(({ id, title, time, author }) => (
            <li key={id} className="flex min-h-8 flex-wrap items-baseline gap-x-3">
              <Link href={`/admin/posts/${id}`} className="min-w-0 grow basis-40 truncate font-[520]">
                {title}
              </Link>
              <span className="text-[0.82rem] text-soft">
                {namesAuthors && author !== null && `${author} · `}
                <When at={time} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
