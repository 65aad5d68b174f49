import { playerHtml } from "../../../../text/html/players";

const signs: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

/** Text as HTML, in an attribute as well. */
export const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => signs[sign] ?? sign);

/** An attribute with a blank before it; "" for none. */
export const attribute = (name: string, value: string): string => (value === "" ? "" : ` ${name}="${escaped(value)}"`);

/** A player where the site allows its host, otherwise a link. */
export function embedHtml(address: string, title = ""): string {
  const trimmed = address.trim();
  return playerHtml(trimmed) ?? linkHtml(trimmed, title || trimmed);
}

export const linkHtml = (address: string, text: string): string =>
  `<a${attribute("href", address)}>${escaped(text)}</a>`;

/** A picture with its caption, which is HTML. */
export function figureHtml(inner: string, caption: string, className = ""): string {
  const below = caption.trim() === "" ? "" : `<figcaption>${caption.trim()}</figcaption>`;
  return `<figure${attribute("class", className)}>${inner}${below}</figure>`;
}

export const imageHtml = (address: string, alt: string): string =>
  `<img src="${escaped(address)}" alt="${escaped(alt)}">`;

export const codeHtml = (code: string, language: string): string => {
  const name = /^[\w+#.-]{1,40}$/.test(language) ? `language-${language.toLowerCase()}` : "";
  return `<pre><code${attribute("class", name)}>${escaped(code)}</code></pre>`;
};

export const audioHtml = (address: string): string => `<audio controls src="${escaped(address)}"></audio>`;

export const videoHtml = (address: string, poster = ""): string =>
  `<video controls src="${escaped(address)}"${attribute("poster", poster)}></video>`;
