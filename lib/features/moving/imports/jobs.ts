import { jobKind } from "../../../services/jobs/kinds";
import { importPayload } from "./schema";

/** Runs an import, or takes one back; a server that was killed meanwhile goes on with it. */
export const importJob = jobKind("import", { payload: importPayload, tries: 20, alone: true });
