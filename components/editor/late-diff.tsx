"use client";
import { late } from "../ui/late";

export const LateDiff = late(async () => (await import("./diff-view")).DiffView);
