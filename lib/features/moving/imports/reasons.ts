import { AppError } from "../../../core/errors";
import { LeaseLost } from "./lease";

/** Whether an error ends the whole import and not only one record: another attempt may help, or nothing will. */
export const isFatal = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  (error instanceof AppError && (error.code === "storage_full" || error.code === "unavailable"));

/** Why a record could not be taken in. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.extra.errors?.[0]?.message ?? error.message;
  return "it could not be stored";
};
