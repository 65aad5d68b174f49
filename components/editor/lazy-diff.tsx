"use client";
import dynamic from "next/dynamic";

/** Texts are compared seldom: what it takes is fetched then. */
export const LazyDiff = dynamic(async () => (await import("./diff-view")).DiffView, { ssr: false });
