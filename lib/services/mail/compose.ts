import { meantSiteLocale, type SiteLocale } from "../../core/languages";
import { siteLooks, type SiteFonts } from "../../core/looks";
import type { Options } from "../../core/settings";
import { accentOf, lookColours } from "../cards/colours";
import { mailsOf } from "../words/sentences";
import type { Mail } from "./schema";

export type Letter = { subject: string; text: string; html: string };

const escaped = (plain: string) => plain.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Fills the names in braces; a missing value is a fault of the program. */
function filled(words: string, data: Record<string, string>): string {
  return words.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    if (value === undefined) throw new Error(`The mail has no value for {${name}}.`);
    return value;
  });
}

/** What the site looks like. */
export type MailLook = Pick<Options, "site_look" | "site_accent" | "site_fonts">;

const systemSans = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',sans-serif";
const systemSerif = "Georgia,'Times New Roman','Songti SC',SimSun,serif";
/** The fonts of mails, which fetch none. */
const families: Record<SiteFonts, string> = {
  newsreader: `Newsreader,${systemSerif}`,
  inter: `Inter,${systemSans}`,
  "system-serif": systemSerif,
  "system-sans": systemSans,
  "system-mono": "ui-monospace,Menlo,Consolas,'PingFang SC','Microsoft YaHei',monospace",
};

/** The styles of a mail, in the colours and fonts of the site's look. Mail programs read them from each element only. */
function stylesOf({ site_look, site_accent, site_fonts }: MailLook) {
  const look = siteLooks[site_look];
  const { paper, ink, soft, rule } = lookColours[site_look];
  const accent = accentOf(site_look, site_accent === "look" ? look.accent : site_accent);
  const family = families[site_fonts === "look" ? look.fonts : site_fonts];
  return {
    body: `margin:0;background:${paper}`,
    box: `font:16px/1.6 ${family};color:${ink};background:${paper};max-width:36em;margin:0 auto;padding:24px`,
    name: `font-size:20px;font-weight:600;color:${ink};text-decoration:none`,
    head: `border-top:3px solid ${accent};border-bottom:1px solid ${rule};padding:12px 0;margin:0 0 24px`,
    title: `color:${ink};text-decoration:none`,
    heading: "font-size:22px;line-height:1.3;margin:28px 0 6px",
    button: `display:inline-block;background:${accent};color:${paper};text-decoration:none;padding:10px 18px;border-radius:6px`,
    address: `font-size:13px;color:${soft};word-break:break-all`,
    small: `font-size:13px;color:${soft};border-top:1px solid ${rule};margin-top:32px;padding-top:12px`,
  };
}

/** A mail's words in its recipient's language, as plain text and as equivalent HTML. */
export function compose(
  { template, data: given, locale: wish, items = [] }: Mail,
  site: { title: string; url: string; locale: SiteLocale; look: MailLook },
): Letter {
  const locale = meantSiteLocale(wish ?? "") ?? site.locale;
  const mail = mailsOf(locale);
  const words: { subject: string; text: string; action?: string } = mail[template];
  const data = { ...given, site: site.title, siteUrl: site.url };
  const paragraphs = words.text.split("\n\n");
  const footer = filled(mail.footer, data);
  const { link, unsubscribe } = given;

  const plain = [
    ...paragraphs.map((paragraph) => filled(paragraph, data)),
    ...items.flatMap((item) => [[oneLine(item.title), item.link].join("\n"), ...(item.text ? [item.text] : [])]),
    ...(link === undefined ? [] : [link]),
    `-- \n${footer}${unsubscribe === undefined ? "" : `\n${mail.unsubscribe}: ${unsubscribe}`}`,
  ];
  const safe = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, escaped(value).replace(/\n/g, "<br>")]),
  );
  const style = stylesOf(site.look);
  const html = [
    `<p style="${style.head}"><a href="${escaped(site.url)}" style="${style.name}">${escaped(site.title)}</a></p>`,
    ...paragraphs.map((paragraph) => `<p>${filled(escaped(paragraph), safe)}</p>`),
    ...items.map(
      (item) =>
        `<h2 style="${style.heading}"><a href="${escaped(item.link)}" style="${style.title}">${escaped(oneLine(item.title))}</a></h2>${item.text ? `<p>${escaped(item.text)}</p>` : ""}`,
    ),
    ...(link === undefined || words.action === undefined
      ? []
      : [
          `<p><a href="${escaped(link)}" style="${style.button}">${escaped(words.action)}</a></p><p style="${style.address}">${escaped(link)}</p>`,
        ]),
    `<p style="${style.small}">${escaped(footer)}${unsubscribe === undefined ? "" : `<br><a href="${escaped(unsubscribe)}" style="color:inherit">${escaped(mail.unsubscribe)}</a>`}</p>`,
  ];
  return {
    subject: oneLine(filled(words.subject, data)),
    text: `${plain.join("\n\n")}\n`,
    html: `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="${style.body}"><div style="${style.box}">${html.join("")}</div></body></html>`,
  };
}
