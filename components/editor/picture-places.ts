import { figurePlaces, isFigurePlace } from "../../lib/text/html/figures";

export const picturePlaces = ["", ...figurePlaces] as const;
/** How a picture stands in a text; "" is as wide as the text. */
export type PicturePlace = (typeof picturePlaces)[number];

const end = /#([a-z]+)$/;

const isPlace = (name: string | undefined): name is PicturePlace => name !== undefined && isFigurePlace(name);

export function placeOf(address: string): PicturePlace {
  const name = end.exec(address)?.[1];
  return isPlace(name) ? name : "";
}

export function withPlace(address: string, place: PicturePlace): string {
  const bare = placeOf(address) === "" ? address : address.replace(end, "");
  return place === "" ? bare : `${bare.split("#")[0]}#${place}`;
}
