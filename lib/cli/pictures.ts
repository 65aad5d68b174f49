import { remakePicture } from "../features/attachments/remaking";
import { listPictures } from "../features/attachments/remaking-all";
import { system } from "../core/access";
import { withDatabase } from "./opening";
import type { Command } from "./command";
import { eachFile } from "./each-file";
import { counted } from "./output";

/** `pictures`. */
export const pictures: Command = {
  name: "pictures",
  parameters: [],
  summary: "make the smaller versions of uploaded pictures again",
  details:
    "Makes the smaller versions, the size and the blurred placeholder of every uploaded picture from its\noriginal. Missing files, for example after a restore, come back at their old addresses. A version that\nturns out different gets a new address, and the texts that show it are updated. A picture that cannot\nbe read is reported, and the rest continues. The server may keep running.",
  options: {},
  run: (_given, output) =>
    withDatabase("write", async () => {
      const ids = await listPictures(system, {});
      const { made, failures } = await eachFile(output, "Making", ids, (id) => remakePicture(system, id));
      output.line(
        `${counted(ids.length, "picture")}: ${made.renewed} renewed, ${made.completed} completed, ${made.unchanged} unchanged, ${made.failed} failed.`,
      );
      output.result({ ok: made.failed === 0, ...made, failures });
      return made.failed > 0 ? 1 : 0;
    }),
};
