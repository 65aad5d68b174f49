"use client";
import { useEffect, useState, useTransition } from "react";
import type { Upload } from "./upload-queue";
import { useFreshPage } from "../ui/use-fresh-page";

/** Shows files that have arrived: asks for the page again, and once more if others have come meanwhile. */
export function useRefreshed(uploads: readonly Upload[]): void {
  const refresh = useFreshPage();
  const [isLoading, load] = useTransition();
  const done = uploads.flatMap(({ made }) => made?.id ?? []).join();
  const [shown, setShown] = useState(done);
  useEffect(() => {
    if (done === shown || isLoading) return;
    load(async () => {
      setShown(done);
      await refresh();
    });
  }, [done, shown, isLoading, refresh]);
}
