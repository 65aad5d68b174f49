import { readFile } from "node:fs/promises";
import type { Database } from "../../../db";
import type { Card } from "../../services/cards/drawing";
import { CARD_HEIGHT, CARD_WIDTH } from "../../services/cards/size";
import { makeCardFile } from "../../services/files/examiner";
import { copiedInTime, inPictureFolder, pictureForIcon } from "./icons";
import { versionOf } from "./remaking";

/** The PNG of a card, with an uploaded picture as its cover where it has one. */
export async function cardPicture(db: Database, card: Card, thumbnail: string): Promise<Buffer> {
  const row = card.hasCover ? await pictureForIcon(db, thumbnail) : undefined;
  return inPictureFolder("card-", async (folder) => {
    const least = { width: CARD_WIDTH, height: CARD_HEIGHT };
    const cover = row ? await copiedInTime((signal) => versionOf(row, least, folder, signal)) : "";
    return readFile(await makeCardFile({ ...card, hasCover: cover !== "" }, cover, folder));
  });
}
