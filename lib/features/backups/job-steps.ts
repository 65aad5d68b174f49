import { shared } from "../../core/shared";
import type { Step } from "./schema";

/** What the jobs of this process are doing at the moment, by their ids. */
const seat = shared("steps of backups", () => new Map<number, Step>());

export const stepOf = (jobId: number): Step | null => seat.get(jobId) ?? null;
export const noteStep = (jobId: number, step: Step): void => void seat.set(jobId, step);
export const forgetStep = (jobId: number): void => void seat.delete(jobId);
