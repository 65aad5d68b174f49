import { jobKind } from "../../../services/jobs/kinds";
import { importPayload } from "./schema";

/**
 * Runs an import, or takes one back. A server that was killed meanwhile goes on with it once; at the second time it only
 * notes why not.
 */
export const importJob = jobKind("import", { lane: "long", payload: importPayload, tries: 3, alone: true });
