import { cleanFilm, listFilms } from "../features/attachments/cleaning";
import { system } from "../core/access";
import { withDatabase } from "./opening";
import type { Command } from "./command";
import { eachFile } from "./each-file";
import { counted } from "./output";

/** `films`. */
export const films: Command = {
  name: "films",
  parameters: [],
  summary: "overwrite where uploaded films and recordings were made",
  details:
    "Overwrites in every stored film and recording what its camera or phone noted, such as where it was made,\nas is done with new uploads. Files that earlier versions stored are served as they were sent until then.\nA file that changes gets a new address in the texts that show it. One that cannot be read is reported,\nand the rest continues. The server may keep running.",
  options: {},
  run: (_given, output) =>
    withDatabase("write", async () => {
      const ids = await listFilms(system, {});
      const { made, failures } = await eachFile(output, "Examining", ids, (id) => cleanFilm(system, id));
      const { renewed, unchanged, failed } = made;
      output.line(`${counted(ids.length, "file")}: ${renewed} cleaned, ${unchanged} unchanged, ${failed} failed.`);
      output.result({ ok: failed === 0, cleaned: renewed, unchanged, failed, failures });
      return failed > 0 ? 1 : 0;
    }),
};
