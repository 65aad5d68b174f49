"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import type { Upload } from "./upload-queue";

/** Shows files that have arrived: asks for the page again, and once more if others have come meanwhile. */
export function useRefreshed(uploads: readonly Upload[]): void {
  const router = useRouter();
  const [isLoading, load] = useTransition();
  const done = uploads.flatMap(({ made }) => made?.id ?? []).join();
  const [shown, setShown] = useState(done);
  useEffect(() => {
    if (done === shown || isLoading) return;
    load(() => {
      setShown(done);
      router.refresh();
    });
  }, [done, shown, isLoading, router]);
}
