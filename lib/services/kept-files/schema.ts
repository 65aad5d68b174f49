import { z } from "zod";

const file = z.strictObject({ kind: z.string(), name: z.string(), facts: z.unknown() });
export type NotedFile = z.output<typeof file>;

/** The files of a server, by the name of its data folder. */
export const filesOfServer = z.strictObject({ folder: z.string(), files: z.array(file) });

/** The file that a job removes. */
export const fileToRemove = file.omit({ facts: true });
