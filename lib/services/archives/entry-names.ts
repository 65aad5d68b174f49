import { getFileNameLowLevel } from "yauzl";
import { normalized } from "../../text/normalized";

/** The bit that says that a name is UTF-8. */
const UTF8 = 0x800;

/** Names without that bit are often UTF-8 all the same, for example those of macOS. */
function decoded(raw: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return null;
  }
}

type Named = {
  fileNameRaw: Buffer;
  generalPurposeBitFlag: number;
  extraFields: Parameters<typeof getFileNameLowLevel>[2];
};

/** An entry's name as its archive has it; null where it says UTF-8 and is none. */
export function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Named): string | null {
  const name = decoded(fileNameRaw);
  if (name !== null || (generalPurposeBitFlag & UTF8) !== 0) return name;
  // Keeps backslashes, which are refused.
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

/** Why a name may leave its folder, or be read in several ways; null where it is safe. */
export function nameFault(name: string): string | null {
  if (name === "") return "it has no name";
  if (name.includes("\0")) return "its name has a NUL character";
  if (name.includes("\\")) return "its name has a backslash";
  if (name.startsWith("/")) return "its name is an absolute path";
  if (/^[a-z]:/i.test(name)) return "its name begins with a drive";
  if (name.split("/").includes("..")) return "its name leads out of its folder";
  return null;
}

/** The name without parts that mean nothing; of a folder it ends with `/`. */
export function plainName(name: string): string {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  return parts.join("/") + (parts.length > 0 && /(^|\/)\.?$/.test(name) ? "/" : "");
}

/** Names that some file systems take for the same. */
export const sameness = (name: string): string => normalized(normalized(name, "NFC").toLowerCase(), "NFC");
