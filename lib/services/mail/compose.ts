import { meantSiteLocale, type SiteLocale } from "../../core/languages";
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

const box =
  "font:16px/1.6 -apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei',sans-serif;color:#1c1b19;max-width:36em;margin:0 auto;padding:24px";
const button =
  "display:inline-block;background:#1c1b19;color:#fff;text-decoration:none;padding:10px 18px;border-radius:6px";
const small = "font-size:13px;color:#6b6862;border-top:1px solid #e3e0da;margin-top:32px;padding-top:12px";

/** A mail's words in its recipient's language, as plain text and as equivalent HTML. */
export function compose(
  { template, data: given, locale: wish }: Mail,
  site: { title: string; url: string; locale: SiteLocale },
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
    ...(link === undefined ? [] : [link]),
    `-- \n${footer}${unsubscribe === undefined ? "" : `\n${mail.unsubscribe}: ${unsubscribe}`}`,
  ];
  const safe = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, escaped(value).replace(/\n/g, "<br>")]),
  );
  const html = [
    ...paragraphs.map((paragraph) => `<p>${filled(escaped(paragraph), safe)}</p>`),
    ...(link === undefined || words.action === undefined
      ? []
      : [
          `<p><a href="${escaped(link)}" style="${button}">${escaped(words.action)}</a></p><p style="font-size:13px;color:#6b6862;word-break:break-all">${escaped(link)}</p>`,
        ]),
    `<p style="${small}">${escaped(footer)}${unsubscribe === undefined ? "" : `<br><a href="${escaped(unsubscribe)}" style="color:inherit">${escaped(mail.unsubscribe)}</a>`}</p>`,
  ];
  return {
    subject: oneLine(filled(words.subject, data)),
    text: `${plain.join("\n\n")}\n`,
    html: `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;background:#fff"><div style="${box}">${html.join("")}</div></body></html>`,
  };
}
