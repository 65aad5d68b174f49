import { plainTextOf } from "../../../../text/html/plain-text";
import type { UserRecord, Unread } from "../../records";
import { usernameOf } from "../username";
import { copied, fieldOf } from "./item";
import type { XmlElement } from "./xml-elements";

/** The authors of the old site by their login. */
export class Users {
  readonly #users = new Map<string, UserRecord>();
  readonly #byNumber = new Map<string, string>();
  readonly #failed: Unread[] = [];

  add(element: XmlElement): void {
    const field = (name: string) => copied(fieldOf(element, `wp:author_${name}`).trim());
    const login = field("login");
    // Each part of an export repeats the authors.
    if (login !== "" && this.#users.get(login)?.email === field("email")) return;
    if (login === "" || this.#users.has(login)) {
      const failed = login === "" ? "It has no login." : `The file has two authors with the login ${login}.`;
      const source = `${login || "author"} (${this.size + 1})`;
      this.#failed.push({ kind: "user", source, title: field("display_name"), warnings: [], failed });
      return;
    }
    const full = [field("first_name"), field("last_name")].filter((name) => name !== "").join(" ");
    this.#users.set(login, {
      kind: "user",
      source: login,
      username: usernameOf(login),
      nickname: plainTextOf(field("display_name")) || plainTextOf(full) || login,
      email: field("email"),
      role: "AUTHOR",
      description: plainTextOf(field("description")),
      url: "",
      avatar: "",
      suspended: false,
      passwordHash: null,
      totpKey: null,
      createTime: null,
      warnings: [],
      oldAddresses: [],
    });
    const number = field("id");
    if (number !== "" && number !== "0") this.#byNumber.set(number, login);
  }

  has(login: string): boolean {
    return this.#users.has(login);
  }

  /** The login of the account with this number. */
  withNumber(number: string): string | null {
    return this.#byNumber.get(number) ?? null;
  }

  get size(): number {
    return this.#users.size + this.#failed.length;
  }

  *records(base: string): Generator<UserRecord | Unread> {
    for (const [login, user] of this.#users) yield { ...user, oldAddresses: [`${base}/author/${login}`] };
    yield* this.#failed;
  }
}
