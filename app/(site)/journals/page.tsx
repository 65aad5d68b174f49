import type { Metadata } from "next";
import { JournalsPage, journalsMetadata } from "./journals-page";

export const generateMetadata = (): Promise<Metadata> => journalsMetadata({ page: 1 });

export default function FirstJournalsPage() {
  return <JournalsPage page={1} />;
}
