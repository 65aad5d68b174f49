import { playerAddress } from "./addresses";

/** A page of a service, the number of the video on it, the address of its player, and the page of a number. */
type Player = {
  host: RegExp;
  id: (address: URL) => string | null | undefined;
  frame: (id: string) => string;
  page: (id: string) => string;
};

const isId = (id: string | null | undefined): id is string =>
  id != null && /^[\w-]{1,40}$/.test(id) && id !== "videoseries";

/** The pages of videos, and the addresses of their players, of which the site allows these only. */
const players: Player[] = [
  {
    host: /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/,
    id: ({ pathname, searchParams }) =>
      pathname === "/watch" ? searchParams.get("v") : /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1],
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    host: /^youtu\.be$/,
    id: ({ pathname }) => pathname.slice(1),
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    host: /^(?:www\.|player\.)?vimeo\.com$/,
    id: ({ pathname }) => /^\/(?:video\/)?(\d+)/.exec(pathname)?.[1],
    frame: (id) => `https://player.vimeo.com/video/${id}`,
    page: (id) => `https://vimeo.com/${id}`,
  },
  {
    host: /^(?:www\.|m\.|player\.)?bilibili\.com$/,
    id: ({ pathname, searchParams }) =>
      pathname === "/player.html" ? searchParams.get("bvid") : /^\/video\/(BV\w+)/.exec(pathname)?.[1],
    frame: (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
    page: (id) => `https://www.bilibili.com/video/${id}`,
  },
];

function videoAt(written: string): (Player & { video: string }) | null {
  const text = written.trim();
  if (/\s/.test(text) || !URL.canParse(text)) return null;
  const address = new URL(text);
  const player = players.find(({ host }) => /^https?:$/.test(address.protocol) && host.test(address.hostname));
  const video = player?.id(address);
  return player && isId(video) ? { ...player, video } : null;
}

/** The HTML that plays the video at an address; null for any other address. */
export function playerHtml(pasted: string): string | null {
  const found = videoAt(pasted);
  return found && `<iframe src="${found.frame(found.video)}" allowfullscreen></iframe>`;
}

/** The page of the video that a player plays; the player's own where it plays something else, such as a list. */
export function pageOfPlayer(src: string): string {
  const found = videoAt(src);
  return found ? found.page(found.video) : src;
}

/** The host of a player, as readers know it. */
export const playerHost = (src: string): string | null => {
  const address = playerAddress(src);
  return address === undefined
    ? null
    : new URL(address).hostname.replace(/^(?:www|player)\./, "").replace("-nocookie", "");
};
