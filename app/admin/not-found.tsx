import { MissingPage } from "../../components/admin/missing-page";

export default function AdminNotFound() {
  return <MissingPage />;
}
