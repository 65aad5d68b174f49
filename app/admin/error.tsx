"use client";
export { FailedPage as default } from "../../components/admin/failed-page";
