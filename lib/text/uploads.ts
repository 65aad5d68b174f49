import { uploadFolder } from "../core/upload-folder";

const START = "/uploads/";
const address = new RegExp(`^${START}(${uploadFolder})/([^/?#]+)`);
const anywhere = new RegExp(`${START}(${uploadFolder})/`, "g");

/** The folder and file name in an upload's address; null for other addresses. */
export function placeOf(url: string): { folder: string; last: string } | null {
  const [, folder, last] = address.exec(url) ?? [];
  return folder === undefined || last === undefined ? null : { folder, last };
}

/** The folders of all uploads that a text names, each once. */
export const foldersIn = (text: string): string[] =>
  text.includes(START) ? [...new Set([...text.matchAll(anywhere)].map(([, folder = ""]) => folder))] : [];

/** The folder and version in a picture's address; null without a version. */
export function versionIn(url: string): { folder: string; version: string } | null {
  const folder = placeOf(url)?.folder;
  const [, version] = /\?v=([0-9a-z]+)/.exec(url) ?? [];
  return folder === undefined || version === undefined ? null : { folder, version };
}
