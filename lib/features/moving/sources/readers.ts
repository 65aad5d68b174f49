import { broadsheetReader } from "../readers/broadsheet/reader";
import { ghostReader } from "../readers/ghost/reader";
import { haloReader } from "../readers/halo/halo-reader";
import { markdownReader } from "../readers/markdown/markdown-reader";
import { wordpressReader } from "../readers/wordpress/reader";
import type { Reader } from "../reading";

/** Every reader; those that know their files by a clear sign come first. */
export const readers: readonly Reader[] = [broadsheetReader, wordpressReader, ghostReader, haloReader, markdownReader];
