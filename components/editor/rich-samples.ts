/** A text with everything that Markdown has here. */
export const article = `# One

## Heading *two* \`x\`

Text **bold** *it* ~~del~~ \`code\` **\`bold code\`** [link](/a "t") ![alt](/uploads/a.png "Cap").

![alone](/uploads/a.png "Caption here")

- a
- b
  - c

1. three

   of two paragraphs
2. four

- [ ] task
- [x] done

> quote

| A | B |
| :-- | --: |
| 1 | **2** |

\`\`\`ts
const a = 1;

let b;
\`\`\`

Foot[^1] a  
b

---

[^1]: Note

> [!NOTE]
> An admonition

> [!WARNING]
> First **of** them
>
> - and a list

> [!TIP]
> - a list alone

:::note A title
Words
:::

\`\`\`ts title="tide.ts" {2,4-5}
const a = 1;
const b = 2;

const c = 3;
\`\`\`

\`\`\`text title="two words"
no language
\`\`\`

\`\`\`js {1}
marked();
\`\`\`

![Wide](/uploads/a.png#wide "Cap")

![One](/uploads/a.png "First")
![Two](/uploads/b.png)

<details><summary>S</summary>

text

</details>

<iframe src="https://www.youtube.com/embed/abc123"></iframe>

https://example.org/auto <kbd>K</kbd> H<sub>2</sub>O

<p class="align-center">centred</p>

<figure><img src="/uploads/a.png" alt="x"><figcaption>cap</figcaption></figure>
`;
