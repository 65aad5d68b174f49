"use client";
import { createContext } from "react";
import type { PresentSite } from "../../lib/features/backups/schema";

/** What the question before a restore has to know of the site and of who asks. */
type Facts = { present: PresentSite; hasSecondFactor: boolean; onBegun: () => void };

export const RestoreFacts = createContext<Facts | null>(null);
