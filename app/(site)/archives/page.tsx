import type { Metadata } from "next";
import { archiveMetadata, ArchivePage } from "./archive-page";

export const generateMetadata = (): Promise<Metadata> => archiveMetadata({ page: 1 });

export default function FirstArchivePage() {
  return <ArchivePage page={1} />;
}
