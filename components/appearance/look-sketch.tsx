import type { HomeLayout, SiteLook } from "../../lib/core/looks";
import { siteLooks } from "../../lib/core/looks";
import { accentColours } from "./accent-colours";

type Box = readonly [x: number, y: number, width: number, height: number, of: "ink" | "soft" | "accent" | "picture"];

/** A title above two lines of text. */
const text = (x: number, y: number, width: number): Box[] => [
  [x, y, width * 0.8, 3, "ink"],
  [x, y + 6, width, 1.5, "soft"],
  [x, y + 9.5, width * 0.7, 1.5, "soft"],
];

/** What a front page looks like from far away; 120 by 84. */
const fronts: Readonly<Record<HomeLayout, readonly Box[]>> = {
  front: [
    [34, 7, 52, 6, "ink"],
    [8, 18, 104, 0.8, "ink"],
    [8, 25, 64, 28, "picture"],
    ...text(8, 57, 64),
    ...text(80, 25, 32),
    ...text(80, 41, 32),
    ...text(80, 57, 32),
  ],
  column: [
    [32, 9, 34, 5, "ink"],
    [8, 27, 15, 1.5, "accent"],
    ...text(32, 26, 74),
    [8, 45, 15, 1.5, "accent"],
    ...text(32, 44, 74),
    [8, 63, 15, 1.5, "accent"],
    ...text(32, 62, 74),
  ],
  cards: [
    [8, 7, 24, 3.5, "ink"],
    [74, 7.5, 38, 2.5, "soft"],
    [8, 17, 68, 44, "picture"],
    [8, 65, 50, 3, "ink"],
    [80, 17, 32, 20, "picture"],
    [80, 40, 24, 2.5, "ink"],
    [80, 48, 32, 20, "picture"],
    [80, 71, 24, 2.5, "ink"],
  ],
  list: [
    [8, 8, 4, 4, "accent"],
    [15, 8.5, 28, 3.5, "ink"],
    ...[24, 32, 40, 48, 56, 64, 72].flatMap((y, row): Box[] => [
      [8, y, 18, 1.8, "soft"],
      [32, y, [58, 44, 66, 38, 52, 60, 41][row] ?? 50, 2.2, "ink"],
      [102, y, 10, 1.8, "accent"],
    ]),
  ],
  journal: [
    [8, 12, 24, 5, "ink"],
    [16, 22, 16, 1.5, "soft"],
    [18, 27, 14, 1.5, "soft"],
    [14, 32, 18, 1.5, "accent"],
    [46, 12, 14, 1.5, "accent"],
    [46, 16, 62, 2, "soft"],
    [46, 20, 54, 2, "soft"],
    [46, 30, 14, 1.5, "accent"],
    [46, 34, 60, 2, "soft"],
    [46, 38, 40, 2, "soft"],
    ...text(46, 50, 62),
    ...text(46, 66, 62),
  ],
};

/** A small drawing of a look: its front page, in its own colours. */
export function LookSketch({ of }: { of: SiteLook }) {
  const { layout, accent, paper } = siteLooks[of];
  const colours = {
    ink: "#23211e",
    soft: "#a9a59d",
    accent: accentColours[accent],
    picture: `color-mix(in srgb, ${accentColours[accent]} 45%, ${paper.light})`,
  };
  return (
    <svg aria-hidden viewBox="0 0 120 84" className="block w-full rounded-sm border">
      <rect width="120" height="84" fill={paper.light} />
      {fronts[layout].map(([x, y, width, height, colour], index) => (
        <rect key={index} x={x} y={y} width={width} height={height} rx="0.6" fill={colours[colour]} />
      ))}
    </svg>
  );
}
