import type { Element } from "hast";
import { element } from "./elements";
import { pageOfPlayer, playerHost } from "./players";

// Readers get a still instead of a player: a link to the video's page, which the page's script replaces by the player
// when it is clicked. So no other site hears of who only reads, and the page stays light.

/** Whether a link is the still of a rendering. */
export const isStill = ({ tagName, properties }: Element): boolean =>
  tagName === "a" && properties.dataPlayer !== undefined;

/** The player of a still, to be checked as any other. */
export function playerOfStill({ properties, children }: Element): Element {
  const src = String(properties.dataPlayer ?? "");
  const words = children.map((child) => (child.type === "text" ? child.value : "")).join("");
  const title = words === "" || words === playerHost(src) ? {} : { title: words };
  return element("iframe", { src, allowFullScreen: true, ...title });
}

/** Makes a checked player a still. */
export function makeStill(player: Element): void {
  const src = String(player.properties.src);
  const title = String(player.properties.title ?? "").trim();
  const host = playerHost(src) ?? "";
  const isNamed = title !== "" && title !== new URL(src).hostname;
  player.tagName = "a";
  player.properties = { href: pageOfPlayer(src), dataPlayer: src };
  player.children = [{ type: "text", value: isNamed ? title : host }];
}
