import { redirect } from "next/navigation";

/** The posts are the start page until there is another. */
export default function AdminPage(): never {
  redirect("/admin/posts");
}
