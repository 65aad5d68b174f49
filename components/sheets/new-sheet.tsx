"use client";
import { useTranslations } from "next-intl";
import { PageLink } from "../admin/page";

/** Leads to an empty page. */
export const NewSheet = () => <PageLink href="/admin/sheets/new" label={useTranslations("sheets")("new")} />;
