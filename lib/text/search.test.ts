import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../testing/cost";
import { highlighted, indexWords, passage, passagesOf, type Piece, readKeyword } from "./search";

const marked = (pieces: readonly Piece[]) => pieces.map(({ text, match }) => (match ? `[${text}]` : text)).join("");
const asked = (keyword: string) => readKeyword(keyword).map(({ word, prefix }) => (prefix ? `${word}*` : word));

describe("the words of a text", () => {
  it.each([
    ["The harbour, the HARBOUR!", ["the", "harbour"]],
    ["Émile Zoë naïve Ångström", ["emile", "zoe", "naive", "angstrom"]],
    ["ＦＵＬＬ ﬁne", ["full", "fine"]],
    ["it's C++ and node.js v20", ["it", "s", "c", "and", "node", "js", "v20"]],
    ["港口来信", ["港口", "口来", "来信", "信"]],
    ["港", ["港"]],
    ["Node是好的", ["node", "是好", "好的", "的"]],
    ["ﾃﾚﾋ", ["テレ", "レヒ", "ヒ"]],
    ["한국어 문서", ["한국", "국어", "어", "문서", "서"]],
    ["𠮷野家", ["𠮷野", "野家", "家"]],
    ["напишем Ёлка", ["напишем", "елка"]],
    ["", []],
    ["🎉 — … \" * ' ( )", []],
  ])("%s", (text, words) => expect(indexWords(text)).toEqual(words));

  it("are bounded in length and in number", () => {
    expect(indexWords("x".repeat(500))).toEqual(["x".repeat(64)]);
    expect(indexWords(`${"a ".repeat(50_000)}beyond`)).toEqual(["a"]);
    expect(indexWords("\ud800 broken \udc00")).toContain("broken");
  });

  it("hold letters, digits, marks and parts of Han characters only, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(
          indexWords(text).filter((word) => !/^[\p{L}\p{N}\p{M}\p{Script=Han}]+$/u.test(word) || !word.isWellFormed()),
        ).toEqual([]);
      }),
      // Right behind the last syllable of Hangul, where there is no letter.
      { examples: [["\uD7A4"]] },
    );
  });
});

it("letters that are left as they are have no other form, alone or beside each other", () => {
  const others = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC");
  const between = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i));
  const all = [
    [0x3041, 0x3096],
    [0x30a1, 0x30fa],
    [0x30fc, 0x30fc],
    [0x4e00, 0x9fff],
    [0xac00, 0xd7a3],
  ] as const;
  const letters = all.flatMap(([first, last]) => between(first, last));
  // Each beside its neighbour, and beside one from far away.
  const far = letters.flatMap((letter, i) => [letter, letters[(i * 7_919) % letters.length] ?? ""]);
  // A text has so many words at the most.
  const PIECE = 20_000;
  const piecesOf = (row: readonly string[]) =>
    Array.from({ length: Math.ceil(row.length / PIECE) }, (_, i) => row.slice(i * PIECE, (i + 1) * PIECE).join(""));
  for (const text of [letters, far].flatMap(piecesOf)) {
    const pairs = [...text].map((letter, i, row) => letter + (row[i + 1] ?? ""));
    expect(pairs.filter((pair) => others(pair) !== pair)).toEqual([]);
    expect(indexWords(text)).toEqual([...new Set(pairs)]);
  }
});

describe("a keyword", () => {
  it.each([
    ["harbour lan", ["harbour", "lan*"]],
    ["港口来信", ["港口", "口来", "来信*"]],
    ["港", ["港*"]],
    ["港 letter", ["港*", "letter*"]],
    [
      '"exact phrase" -not NEAR(a b) OR * AND title:x',
      ["exact", "phrase", "not", "near", "a", "b", "or", "and", "title", "x*"],
    ],
    ["ab ab", ["ab*"]],
    ["ab abc ab", ["ab*", "abc"]],
    ["\"*'--;", []],
  ])("%s", (keyword, words) => expect(asked(keyword)).toEqual(words));

  it("finds every text it stands in", () => {
    const word = fc.constantFrom("harbour", "港口", "Émile", "한국어", "v20", "的", "Node是", "ﬁne");
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(" ", ", ", "。", " — "),
        (words, between) => {
          const there = indexWords(words.join(between));
          expect(
            readKeyword(words.join(between)).filter(
              (each) => !there.some((is) => is === each.word || (each.prefix && is.startsWith(each.word))),
            ),
          ).toEqual([]);
        },
      ),
    );
  });
});

describe("what was found", () => {
  it.each([
    ["The Harbour Letter", "harbour let", "The [Harbour] [Letter]"],
    ["Émile et emilie", "emil", "[Émile] et [emilie]"],
    ["港口来信", "口来", "港[口来]信"],
    ["港口来信", "港口来信", "[港口来信]"],
    ["港口与港湾", "港", "[港]口与[港]湾"],
    ['a <script> & "b"', "script", 'a <[script]> & "b"'],
    ["nothing", "else", "nothing"],
    ["", "x", ""],
  ])("in %s for %s", (text, keyword, shown) => expect(marked(highlighted(text, readKeyword(keyword)))).toBe(shown));

  it("is shown with what stands around it, cut between words", () => {
    const text = `${"before ".repeat(100)}needle ${"after ".repeat(100)}`.trim();
    const shown = marked(passage(text, readKeyword("needle")));
    expect(shown).toMatch(/^… before (before )+\[needle\] after .*after …$/);
    expect(shown.length).toBeLessThan(230);
    expect(marked(passage(text, readKeyword("absent")))).toMatch(/^before .* …$/);
    expect(marked(passage("short", readKeyword("short")))).toBe("[short]");
    expect(marked(passage("长".repeat(500) + "针" + "长".repeat(500), readKeyword("针")))).toMatch(
      /^… 长+\[针\]长+ …$/,
    );
  });

  it("is looked for in a fair share of an answer's characters, of which short texts leave more to others", () => {
    const long = `${"wörter ".repeat(14_000)}needle`;
    const needle = readKeyword("needle");
    const found = (texts: readonly string[]) => {
      const passageIn = passagesOf(texts.length);
      return texts.map((text) => passageIn(text, needle).some(({ match }) => match));
    };
    const { result, cost } = costOf(() => found(Array.from({ length: 100 }, () => long)));
    expect(result).not.toContain(true);
    expect(cost).toBeLessThan(1_000);
    expect(found([long, long])).toEqual([true, true]);
    expect(found([...Array.from({ length: 97 }, () => "a needle"), long, long])).not.toContain(false);
  });

  it("is looked for in a long text without spaces in a moment, whatever is asked for", () => {
    const letters = Array.from({ length: 10_000 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7_919) % 18_000)));
    const text = letters.join("").repeat(10);
    const asked = readKeyword("龘龖 龗龞 龠龢 龣龤 龥龦 龧龨 龩龪 龫龬 龭龮 龯龰 龱龲 龳龴 龵龶 龷龸 龹龺 龻龼");
    expect(asked).toHaveLength(16);
    passage(text, asked);
    expect(costOf(() => passage(text, asked)).cost).toBeLessThan(250);
  });

  it("is the text itself, in pieces", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
        (text, keyword) => {
          expect(
            highlighted(text, readKeyword(keyword))
              .map((piece) => piece.text)
              .join(""),
          ).toBe(text);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
        expect(passage(text.toWellFormed(), readKeyword("a")).filter((piece) => !piece.text.isWellFormed())).toEqual(
          [],
        );
      }),
    );
  });
});
