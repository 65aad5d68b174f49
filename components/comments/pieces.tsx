import { pictureOnSite } from "../../lib/core/site-path";
import { useTranslations } from "../../lib/doors/words";

/** Shades that white letters are read on. */
const shades = ["#8a3b2a", "#2f5d8a", "#2f6d46", "#76356a", "#7a5a10", "#3f4a8c", "#1f6b6b", "#6b4a3a"];

/** The letters that stand for a name: of the first word and the last, or one of a script without spaces. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0]);
  return (first + last).toUpperCase();
}

/** The picture of an account that is a file of this site, or a name's initials, drawn here: nobody else is asked for a face. */
export function Face({ name, avatar }: { name: string; avatar: string }) {
  const file = pictureOnSite(avatar);
  if (file !== "") return <img className="face" src={file} alt="" width={32} height={32} loading="lazy" />;
  const sum = [...name].reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return (
    <svg className="face" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" fill={shades[sum % shades.length]} />
      <text x="16" y="16" dy=".36em" textAnchor="middle" fill="#fff">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

/** Leads to the form with the words of one's own comment. */
export function EditLink({ url, page, id }: { url: string; page: number; id: number }) {
  const t = useTranslations("discussion");
  return (
    <a className="edit" href={`${url}?${page > 1 ? `comments=${page}&` : ""}edit=${id}#write`} rel="nofollow">
      {t("edit")}
    </a>
  );
}
