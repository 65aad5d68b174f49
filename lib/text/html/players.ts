import { playerAddress } from "./addresses";

type Player = { host: RegExp; id: (address: URL) => string | null | undefined; frame: (id: string) => string };

const isId = (id: string | null | undefined): id is string => id != null && /^[\w-]{1,40}$/.test(id);

/** The pages of videos, and the addresses of their players, of which the site allows these only. */
const players: Player[] = [
  {
    host: /^(?:www\.|m\.)?youtube\.com$/,
    id: ({ pathname, searchParams }) =>
      pathname === "/watch" ? searchParams.get("v") : /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1],
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    host: /^youtu\.be$/,
    id: ({ pathname }) => pathname.slice(1),
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    host: /^(?:www\.)?vimeo\.com$/,
    id: ({ pathname }) => /^\/(\d+)/.exec(pathname)?.[1],
    frame: (id) => `https://player.vimeo.com/video/${id}`,
  },
  {
    host: /^(?:www\.|m\.)?bilibili\.com$/,
    id: ({ pathname }) => /^\/video\/(BV\w+)/.exec(pathname)?.[1],
    frame: (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
  },
];

/** The HTML that plays the video at an address; null for any other address. */
export function playerHtml(pasted: string): string | null {
  const text = pasted.trim();
  if (/\s/.test(text) || !URL.canParse(text)) return null;
  const address = new URL(text);
  const player = players.find(({ host }) => /^https?:$/.test(address.protocol) && host.test(address.hostname));
  const id = player?.id(address);
  return player && isId(id) ? `<iframe src="${player.frame(id)}" allowfullscreen></iframe>` : null;
}

/** The host of a player, as readers know it. */
export const playerHost = (src: string): string | null => {
  const address = playerAddress(src);
  return address === undefined
    ? null
    : new URL(address).hostname.replace(/^(?:www|player)\./, "").replace("-nocookie", "");
};
