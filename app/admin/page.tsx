import { redirect } from "next/navigation";

/** Until there is a page of its own for it, work begins with the posts. */
export default function AdminPage(): never {
  redirect("/admin/posts");
}
