import fc from "fast-check";
import { expect, it } from "vitest";
import { sizeText } from "./size";

it.each<[number, string]>([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1,023 bytes"],
  [1024, "1 kB"],
  [12_600, "12 kB"],
  [49_999, "49 kB"],
  [1024 ** 2 - 1, "1 MB"],
  [1024 ** 2, "1 MB"],
  [2.44 * 1024 ** 2, "2.4 MB"],
  [50 * 1024 ** 2, "50 MB"],
  [1024 ** 3 - 1, "1 GB"],
  [4.25 * 1024 ** 3, "4.3 GB"],
  [1024 ** 4, "1 TB"],
  [5000 * 1024 ** 4, "5,000 TB"],
])("%d bytes are written as %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));

it("writes them as the reader's language does", () => {
  expect(sizeText(2.44 * 1024 ** 2, "de")).toBe("2,4 MB");
  expect(sizeText(512, "zh-CN")).toBe("512字节");
});

it("never writes 0 of what is something, nor 1024 of a unit that has a next", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 * 1024 ** 4 }), (bytes) => {
      const [number = ""] = sizeText(bytes).replaceAll(",", "").split(" ");
      expect(Number(number)).toBeGreaterThan(0);
      expect(Number(number)).toBeLessThan(1024);
    }),
  );
});
