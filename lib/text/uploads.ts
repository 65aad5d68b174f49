const FOLDER = String.raw`\d{4}\/\d{2}\/[0-9a-z]{16}`;
const START = "/uploads/";
const address = new RegExp(`^${START}(${FOLDER})/([^/?#]+)`);
const anywhere = new RegExp(`${START}(${FOLDER})/`, "g");
const version = new RegExp(`${START}(${FOLDER})/[^/?#"\\s]+\\?v=([0-9a-z]+)`, "g");

/** The folder and the last part that an address on this site names; null: it is not that of an upload. */
export function placeOf(url: string): { folder: string; last: string } | null {
  const [, folder, last] = address.exec(url) ?? [];
  return folder === undefined || last === undefined ? null : { folder, last };
}

/** The folders of all uploads that a text names, whatever the text is made of; each once. */
export const foldersIn = (text: string): string[] =>
  text.includes(START) ? [...new Set([...text.matchAll(anywhere)].map(([, folder = ""]) => folder))] : [];

/** The folders and versions of the pictures that a rendered text shows. */
export const versionsIn = (html: string): { folder: string; version: string }[] =>
  html.includes(START)
    ? [...html.matchAll(version)].map(([, folder = "", named = ""]) => ({ folder, version: named }))
    : [];
