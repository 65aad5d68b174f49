import { AppError } from "../../../core/errors";
import { LeaseLost } from "./lease";

/** Another attempt would help, or nothing would: not the fault of a record. */
export const isFatal = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  (error instanceof AppError && (error.code === "storage_full" || error.code === "unavailable"));

/** Why a record could not be taken in. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.extra.errors?.[0]?.message ?? error.message;
  return "it could not be stored";
};
