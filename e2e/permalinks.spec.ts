import { type Api } from "./rig/api";
import { ask } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;

test.beforeAll(async () => {
  ada = owner(server);
});

test("posts stand where the owner wants them, and old addresses lead there", async ({ reader, accessible }) => {
  await ada.post({
    title: "The tide machine",
    slug: "tide",
    createTime: Date.UTC(2025, 2, 7),
    originalContent: "It adds up waves.",
  });
  const choose = (value: string) => ada.must(200, "PUT", "/admin/options/batch", [{ key: "post_permalink", value }]);
  const addresses = ["/archives/tide", "/tide", "/2025/03/tide", "/2025/03/07/tide"];
  const made = ["/archives/{slug}", "/{slug}", "/{yyyy}/{mm}/{slug}", "/{yyyy}/{mm}/{dd}/{slug}"];
  for (const [i, address] of addresses.entries()) {
    await choose(String(made[i]));
    await reader.goto(server.url("/"));
    await reader.getByRole("link", { name: "The tide machine" }).first().click();
    await expect(reader).toHaveURL(server.url(address));
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("The tide machine");
    await expect(reader.locator("link[rel=canonical]")).toHaveAttribute("href", server.url(address));
    expect((await ask(server, "/feed.xml")).text).toContain(`${address}<`);
    expect((await ask(server, "/sitemap.xml")).text).toContain(`${address}</loc>`);
    for (const other of addresses) {
      const { status, headers } = await ask(server, other);
      // Nothing is at the top where the owner does not want posts there.
      if (other === "/tide" && other !== address) expect([other, status]).toEqual([other, 404]);
      else
        expect([other, status, headers.location]).toEqual([
          other,
          other === address ? 200 : 307,
          other === address ? undefined : address,
        ]);
    }
    expect((await ask(server, "/2024/12/tide")).status).toBe(307);
    expect((await ask(server, "/2025/03/nothing")).status).toBe(404);
  }
  await accessible(reader, "light");
});

test("a protected post opens at the address it has", async ({ reader }) => {
  await ada.must(200, "PUT", "/admin/options/batch", [{ key: "post_permalink", value: "/{yyyy}/{mm}/{slug}" }]);
  await ada.post({
    title: "The vault",
    slug: "vault",
    password: "open up",
    createTime: Date.UTC(2025, 4, 1),
    originalContent: "Gold.",
  });
  await reader.goto(server.url("/archives/vault"));
  await expect(reader).toHaveURL(server.url("/2025/05/vault"));
  await reader.getByLabel("Password").fill("open up");
  await reader.keyboard.press("Enter");
  await expect(reader.getByText("Gold.")).toBeVisible();
  await expect(reader).toHaveURL(server.url("/2025/05/vault"));
});
