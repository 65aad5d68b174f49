import packageJson from "../../package.json";

/** The version of this program. */
export const programVersion: string = packageJson.version;
