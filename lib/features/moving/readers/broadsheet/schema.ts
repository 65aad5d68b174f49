import { z } from "zod";

const path = z.string().min(1).max(1000);

/** What says that an archive is one of our exports, whatever its version. */
export const exportMark = z.looseObject({ format: z.literal("broadsheet-export"), formatVersion: z.int().min(1) });

/** The manifest of an export, as far as it is needed to read it. */
export const exportManifest = z.looseObject({
  formatVersion: z.int(),
  program: z.string().max(100),
  site: z.string().max(1023),
  createTime: z.iso.datetime(),
  files: z.array(z.object({ path, bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

export type ExportManifest = z.output<typeof exportManifest>;
