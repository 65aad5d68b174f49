"use client";
import { late } from "../ui/late";

export const LateMissingPost = late(async () => (await import("./missing-post")).MissingPost);
