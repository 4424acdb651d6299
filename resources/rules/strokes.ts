/**
 * A drawing by hand as text: absolute beginnings and relative lines of an SVG path, in whole units of the sheet, such as
 * `M120 40l3 -2 5 1M130 60`. Nothing else is drawn or kept, so that a drawing can carry no markup.
 */

/** A place on the sheet, units from its upper left corner. */
export type Point = readonly [x: number, y: number];
/** One line that was drawn without lifting the pen. */
export type Stroke = readonly Point[];

/** The sheet, units. */
export const SHEET = { width: 600, height: 300 } as const;
/** Lines that a drawing may have. */
export const STROKES_MAX = 200;
/** Characters that a drawing may have as text. */
export const DRAWING_MAX = 8_000;

/** Points nearer to each other say nothing more, units; doubled until the text fits. */
const NEAR = 3;

const isOnSheet = ([x, y]: Point) => x >= 0 && y >= 0 && x <= SHEET.width && y <= SHEET.height;

/** A stroke without the points that are near to the one before; its last stays. */
function thinned(stroke: Stroke, near: number): Stroke {
  const points: Point[] = [];
  for (const [at, point] of stroke.entries()) {
    const previous = points.at(-1);
    const isFar = !previous || Math.hypot(point[0] - previous[0], point[1] - previous[1]) >= near;
    if (isFar || (at === stroke.length - 1 && !isSame(point, previous))) points.push(point);
  }
  return points;
}

const isSame = (one: Point, other: Point) => one[0] === other[0] && one[1] === other[1];

const onSheet = ([x, y]: Point): Point => [
  Math.min(SHEET.width, Math.max(0, Math.round(x))),
  Math.min(SHEET.height, Math.max(0, Math.round(y))),
];

function strokeText(stroke: Stroke): string {
  let text = '';
  let previous: Point | undefined;
  for (const point of stroke) {
    const lead = !previous ? 'M' : text.includes('l') ? ' ' : 'l';
    text += `${lead}${point[0] - (previous?.[0] ?? 0)} ${point[1] - (previous?.[1] ?? 0)}`;
    previous = point;
  }
  return text;
}

/** A drawing as text of at most `DRAWING_MAX` characters; empty for one without a stroke. Strokes beyond `STROKES_MAX` are left out. */
export function writeStrokes(strokes: readonly Stroke[]): string {
  const rounded = strokes.slice(0, STROKES_MAX).map((stroke) => stroke.map(onSheet));
  for (let near = NEAR; ; near *= 2) {
    const text = rounded.map((stroke) => strokeText(thinned(stroke, near))).join('');
    if (text.length <= DRAWING_MAX) return text;
  }
}

const isWhole = (text: string) => /^-?\d{1,3}$/.test(text);

/** The numbers of a part of the text, two for each point; null where it is of another form. */
function pairs(text: string): Point[] | null {
  const numbers = text.split(' ');
  if (numbers.length % 2 || !numbers.every(isWhole)) return null;
  return Array.from({ length: numbers.length / 2 }, (_, at) => [Number(numbers[at * 2]), Number(numbers[at * 2 + 1])]);
}

function readStroke(text: string): Stroke | null {
  const [head = '', lines, ...surplus] = text.split('l');
  const first = pairs(head);
  const steps = lines === undefined ? [] : pairs(lines);
  const [start] = first ?? [];
  if (!start || first?.length !== 1 || !steps || surplus.length) return null;
  const points: Point[] = [start];
  let [x, y] = start;
  for (const [right, down] of steps) {
    x += right;
    y += down;
    points.push([x, y]);
  }
  return points.every(isOnSheet) ? points : null;
}

/** The strokes of a drawing; null for a text that is none. */
export function readStrokes(text: string): Stroke[] | null {
  if (text.length > DRAWING_MAX || !text.startsWith('M')) return null;
  const strokes: Stroke[] = [];
  for (const part of text.slice(1).split('M')) {
    const stroke = readStroke(part);
    if (!stroke || strokes.length === STROKES_MAX) return null;
    strokes.push(stroke);
  }
  return strokes;
}

const middle = ([x, y]: Point, [otherX, otherY]: Point) => `${(x + otherX) / 2} ${(y + otherY) / 2}`;

/** Strokes as an SVG path with round corners: a curve goes through the middles between the points. */
export function smoothPath(strokes: readonly Stroke[]): string {
  return strokes.map(smoothStroke).join('');
}

function smoothStroke(stroke: Stroke): string {
  const [first, ...laterPoints] = stroke;
  const last = laterPoints.at(-1);
  if (!first) return '';
  // A dot: a line of no length with round ends.
  if (!last) return `M${first.join(' ')}h0`;
  const curves = laterPoints
    .slice(0, -1)
    .map((point, at) => `Q${point.join(' ')} ${middle(point, laterPoints[at + 1] ?? last)}`);
  return `M${first.join(' ')}${curves.join('')}L${last.join(' ')}`;
}

/** The part of the sheet that is drawn on, with a margin around it: `x y width height`. */
export function drawnBox(strokes: readonly Stroke[], margin = 12): string {
  const points = strokes.flat();
  if (!points.length) return `0 0 ${SHEET.width} ${SHEET.height}`;
  const along = (axis: 0 | 1) => points.map((point) => point[axis]);
  const [left, top] = [Math.min(...along(0)) - margin, Math.min(...along(1)) - margin];
  return [left, top, Math.max(...along(0)) + margin - left, Math.max(...along(1)) + margin - top].join(' ');
}
