/**
 * A hand drawing as text: an SVG path of absolute starts and relative lines in whole units of the sheet, `M120 40l3 -2 5 1M130
 * 60`. Nothing else is accepted, so that a drawing cannot contain markup.
 */

/** A point on the sheet, units from its upper left corner. */
export type Point = readonly [x: number, y: number];
/** A line drawn without lifting the pen. */
export type Stroke = readonly Point[];

/** Size of the sheet, units. */
export const SHEET = { width: 600, height: 300 } as const;
/** Maximum number of strokes. */
export const STROKES_MAX = 200;
/** Maximum length of a drawing as text, characters. */
export const DRAWING_MAX = 8_000;

/** Minimum distance of points, units; doubled until the text fits. */
const POINT_DISTANCE_MIN = 3;

const isOnSheet = ([x, y]: Point) => x >= 0 && y >= 0 && x <= SHEET.width && y <= SHEET.height;

/** Drops points that are too near to the previous one; the last point is kept. */
function thinOut(stroke: Stroke, minDistance: number): Stroke {
  const points: Point[] = [];
  for (const [at, point] of stroke.entries()) {
    const previous = points.at(-1);
    const isFar = !previous || Math.hypot(point[0] - previous[0], point[1] - previous[1]) >= minDistance;
    if (isFar || (at === stroke.length - 1 && !isSame(point, previous))) points.push(point);
  }
  return points;
}

const isSame = (one: Point, other: Point) => one[0] === other[0] && one[1] === other[1];

const clampToSheet = ([x, y]: Point): Point => [
  Math.min(SHEET.width, Math.max(0, Math.round(x))),
  Math.min(SHEET.height, Math.max(0, Math.round(y))),
];

function formatStroke(stroke: Stroke): string {
  let text = '';
  let previous: Point | undefined;
  for (const point of stroke) {
    const lead = !previous ? 'M' : text.includes('l') ? ' ' : 'l';
    text += `${lead}${point[0] - (previous?.[0] ?? 0)} ${point[1] - (previous?.[1] ?? 0)}`;
    previous = point;
  }
  return text;
}

/**
 * Formats a drawing as text of at most `DRAWING_MAX` characters; empty without strokes. Strokes beyond `STROKES_MAX` are
 * dropped.
 */
export function formatStrokes(strokes: readonly Stroke[]): string {
  const rounded = strokes.slice(0, STROKES_MAX).map((stroke) => stroke.map(clampToSheet));
  for (let minDistance = POINT_DISTANCE_MIN; ; minDistance *= 2) {
    const text = rounded.map((stroke) => formatStroke(thinOut(stroke, minDistance))).join('');
    if (text.length <= DRAWING_MAX) return text;
  }
}

const isWhole = (text: string) => /^-?\d{1,3}$/.test(text);

/** Parses pairs of numbers as points; null if the text is invalid. */
function parsePoints(text: string): Point[] | null {
  const numbers = text.split(' ');
  if (numbers.length % 2 || !numbers.every(isWhole)) return null;
  return Array.from({ length: numbers.length / 2 }, (_, at) => [Number(numbers[at * 2]), Number(numbers[at * 2 + 1])]);
}

function readStroke(text: string): Stroke | null {
  const [head = '', lines, ...surplus] = text.split('l');
  const first = parsePoints(head);
  const steps = lines === undefined ? [] : parsePoints(lines);
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

/** Parses a drawing; null if it is invalid. */
export function parseStrokes(text: string): Stroke[] | null {
  if (text.length > DRAWING_MAX || !text.startsWith('M')) return null;
  const strokes: Stroke[] = [];
  for (const part of text.slice(1).split('M')) {
    const stroke = readStroke(part);
    if (!stroke || strokes.length === STROKES_MAX) return null;
    strokes.push(stroke);
  }
  return strokes;
}

const midpoint = ([x, y]: Point, [otherX, otherY]: Point) => `${(x + otherX) / 2} ${(y + otherY) / 2}`;

/** Formats strokes as a smooth SVG path: curves through the midpoints between the points. */
export function smoothPath(strokes: readonly Stroke[]): string {
  return strokes.map(smoothStroke).join('');
}

function smoothStroke(stroke: Stroke): string {
  const [first, ...laterPoints] = stroke;
  const last = laterPoints.at(-1);
  if (!first) return '';
  // A dot: a line of length 0 with round caps.
  if (!last) return `M${first.join(' ')}h0`;
  const curves = laterPoints
    .slice(0, -1)
    .map((point, at) => `Q${point.join(' ')} ${midpoint(point, laterPoints[at + 1] ?? last)}`);
  return `M${first.join(' ')}${curves.join('')}L${last.join(' ')}`;
}

/** SVG view box of the drawn area with a margin: `x y width height`. */
export function getViewBox(strokes: readonly Stroke[], margin = 12): string {
  const points = strokes.flat();
  if (!points.length) return `0 0 ${SHEET.width} ${SHEET.height}`;
  const along = (axis: 0 | 1) => points.map((point) => point[axis]);
  const [left, top] = [Math.min(...along(0)) - margin, Math.min(...along(1)) - margin];
  return [left, top, Math.max(...along(0)) + margin - left, Math.max(...along(1)) + margin - top].join(' ');
}
