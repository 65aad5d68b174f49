import { jobPlace } from "../../../../components/jobs/list";
import { listJobs } from "../../../../lib/services/jobs/queries";
import { idsRoute } from "../../list-page";

export const GET = idsRoute(jobPlace, listJobs);
