import { createPostComment, submitJournalComment, submitPostComment } from "../features/comments/creating";
import { journalComments, postComments } from "../features/comments/mutations";
import { type Actor, system, visitor } from "../core/access";
import { createJournal } from "../features/journals/mutations";
import { createLink } from "../features/links/mutations";
import { createMenu } from "../features/menus/mutations";
import { createSheet } from "../features/writing/sheets/mutations";

const about = `The Harbour Letter comes out when there is something to say, which in Sundhaven is about twice a week.

It is written above the chandlery, printed nowhere, and read by everyone on the quay before they admit to it. **Ines Falk** edits it. Others write when they are asked, and some when they are not.

- Corrections: on the board outside the bakery, or below the story.
- Lost and found: ask at the ferry office.
`;

const notes = [
  "Fog until noon, then none. The bell buoy was heard as far as the **school**, where it was taken for break.",
  "The *Tern* is out of the water again. Nobody is surprised, least of all the *Tern*.",
  "Somebody has painted the third bench. It was not on anybody's list. It looks well.",
];

const links = [
  {
    name: "Tide tables of the sound",
    url: "https://tides.example.org/",
    description: "High water, low water, and how sure they are.",
    team: "On the water",
    priority: 2,
  },
  {
    name: "Friends of the lighthouse",
    url: "https://light.example.org/",
    description: "Open on the first Sunday of the month.",
    team: "On the water",
    priority: 1,
  },
  {
    name: "The bakery's blackboard",
    url: "https://bread.example.org/",
    description: "What is in the oven today.",
    team: "In town",
    priority: 1,
  },
];

const menu = [
  ["Latest", "/"],
  ["Categories", "/categories"],
  ["Journal", "/journals"],
  ["Photos", "/photos"],
  ["About", "/about"],
  ["Search", "/search"],
] as const;

/** Each commenter has another network, so that no limit applies. */
const reader = (n: number): Actor => ({ ...visitor, ip: `192.0.2.${n}` });

async function comment(owner: Actor, postId: number, journalId: number): Promise<void> {
  const first = await submitPostComment(reader(1), {
    postId,
    author: "Agnes",
    content: "I have read this on the ferry, which was **seven minutes late**.",
  });
  await postComments.setStatus(system, { commentId: first.id, status: "PUBLISHED" });
  await createPostComment(owner, {
    postId,
    parentId: first.id,
    author: owner.name,
    content: "Then you had time for the other one as well.",
  });
  await submitPostComment(reader(2), {
    postId,
    author: "A stranger",
    content: "This one waits until somebody approves it.",
  });
  const heard = await submitJournalComment(reader(3), {
    postId: journalId,
    author: "Tomas",
    content: "It was the third bench that needed it most.",
  });
  await journalComments.setStatus(system, { commentId: heard.id, status: "PUBLISHED" });
}

/** Adds a sheet, a journal, links, a menu, and comments on one of the posts. */
export async function fillBeside(owner: Actor, postId: number): Promise<void> {
  await createSheet(owner, { title: "About", slug: "about", originalContent: about, status: "PUBLISHED" });
  let journalId = 0;
  for (const sourceContent of notes) journalId = (await createJournal(owner, { sourceContent })).id;
  for (const link of links) await createLink(owner, link);
  for (const [i, [name, url]] of menu.entries()) await createMenu(owner, { name, url, priority: menu.length - i });
  await comment(owner, postId, journalId);
}
