/** The colour names of CSS Color Module Level 4, section 6.1. */
const names = new Set(
  (
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan " +
    "darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet " +
    "deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki " +
    "lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow " +
    "lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy " +
    "oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue " +
    "saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen transparent"
  ).split(" "),
);

const channel = (value: string) => (value.endsWith("%") ? inRange(value.slice(0, -1), 100) : inRange(value, 255));
const alpha = (value: string) => (value.endsWith("%") ? inRange(value.slice(0, -1), 100) : inRange(value, 1));
const inRange = (value: string, most: number) => /^(\d+(\.\d+)?|\.\d+)$/.test(value) && Number(value) <= most;

/** Whether this is a hex colour of 3, 4, 6 or 8 digits, a CSS colour name, or `rgb()`/`rgba()` with valid numbers. */
export function isColor(value: string): boolean {
  if (/^#([\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i.test(value)) return true;
  if (names.has(value.toLowerCase())) return true;
  const match = /^(rgba?)\(([^()]*)\)$/i.exec(value);
  if (!match) return false;
  // Both notations of CSS: "1, 2, 3, .5" and "1 2 3 / .5".
  const inner = match[2]?.trim() ?? "";
  const partsOf = (sign: string) => inner.split(sign).map((part) => part.trim());
  const [solid = "", ...opacity] = partsOf("/");
  const parts = inner.includes(",") ? partsOf(",") : [...solid.split(/\s+/), ...opacity];
  const spaced = !inner.includes(",") && solid.split(/\s+/).length !== 3;
  return (
    !spaced &&
    (parts.length === 3 || parts.length === 4) &&
    parts.slice(0, 3).every(channel) &&
    (parts[3] === undefined || alpha(parts[3]))
  );
}
