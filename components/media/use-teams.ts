"use client";
import { useListing } from "../resource/listing";

/** The teams of the rows of a list, as its filter offers them. */
export const useTeams = (): string[] => (useListing().choices?.team ?? []).map(({ name }) => name);
