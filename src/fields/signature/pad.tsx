import { type PointerEvent, useRef, useState } from 'react';
import { type Point, SHEET, type Stroke, smoothPath } from '#resources/rules/strokes.ts';
import classes from './pad.module.css';

/** Minimum distance between two points, in units of the sheet: a resting pen sends hundreds of points. */
const MIN_DISTANCE = 1.5;

/** Converts a pointer position to coordinates of the sheet. */
function toSheetPoint({ clientX, clientY }: { clientX: number; clientY: number }, sheet: Element): Point {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return [((clientX - left) / (width || 1)) * SHEET.width, ((clientY - top) / (height || 1)) * SHEET.height];
}

/** All pointer positions since the last event; a pen reports several per event. */
function pointerPositions({ nativeEvent }: PointerEvent): readonly { clientX: number; clientY: number }[] {
  const coalesced = nativeEvent.getCoalescedEvents?.() ?? [];
  return coalesced.length ? coalesced : [nativeEvent];
}

/**
 * A drawing area for one finger, pen or mouse at a time, so that a palm beside the pen draws nothing.
 * @param hint shown while the area is empty
 */
export function Pad({
  strokes,
  onStrokes,
  label,
  hint,
}: {
  strokes: readonly Stroke[];
  onStrokes: (strokes: readonly Stroke[]) => void;
  label: string;
  hint: string;
}) {
  const [current, setCurrent] = useState<Stroke | null>(null);
  /** Id of the drawing pointer; others are ignored until it is lifted. */
  const pointerId = useRef<number | null>(null);
  const points = useRef<Point[]>([]);

  function start(event: PointerEvent<SVGSVGElement>): void {
    if (pointerId.current !== null || event.button !== 0) return;
    event.preventDefault();
    pointerId.current = event.pointerId;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    points.current = [toSheetPoint(event, event.currentTarget)];
    setCurrent(points.current);
  }

  function draw(event: PointerEvent<SVGSVGElement>): void {
    if (event.pointerId !== pointerId.current) return;
    for (const position of pointerPositions(event)) {
      const point = toSheetPoint(position, event.currentTarget);
      const [x = 0, y = 0] = points.current.at(-1) ?? [];
      if (Math.hypot(point[0] - x, point[1] - y) >= MIN_DISTANCE) points.current = [...points.current, point];
    }
    setCurrent(points.current);
  }

  function finish(event: PointerEvent<SVGSVGElement>): void {
    if (event.pointerId !== pointerId.current) return;
    pointerId.current = null;
    setCurrent(null);
    onStrokes([...strokes, points.current]);
  }

  const isEmptySheet = strokes.length === 0 && !current;
  return (
    <svg
      className={classes.pad}
      viewBox={`0 0 ${SHEET.width} ${SHEET.height}`}
      role="img"
      aria-label={label}
      onPointerDown={start}
      onPointerMove={draw}
      onPointerUp={finish}
      onPointerCancel={finish}
    >
      <line className={classes.rule} x1="40" x2={SHEET.width - 40} y1="228" y2="228" />
      {isEmptySheet ? (
        <text className={classes.hint} x={SHEET.width / 2} y="150" textAnchor="middle">
          {hint}
        </text>
      ) : null}
      <path className={classes.line} d={smoothPath(current ? [...strokes, current] : strokes)} />
    </svg>
  );
}
