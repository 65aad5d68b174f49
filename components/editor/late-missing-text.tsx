"use client";
import { late } from "../ui/late";

export const LateMissingText = late(async () => (await import("./missing-text")).MissingText);
