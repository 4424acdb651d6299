import { type PointerEvent, useRef, useState } from 'react';
import { type Point, SHEET, type Stroke, smoothPath } from '#resources/rules/strokes.ts';
import classes from './pad.module.css';

/** Points nearer to the last one than this are not taken, units of the sheet: a resting pen sends hundreds. */
const STEP = 1.5;

/** Where on the sheet a pointer is. */
function sheetPoint({ clientX, clientY }: { clientX: number; clientY: number }, sheet: Element): Point {
  const { left, top, width, height } = sheet.getBoundingClientRect();
  return [((clientX - left) / (width || 1)) * SHEET.width, ((clientY - top) / (height || 1)) * SHEET.height];
}

/** All places a pointer has been at since the last event; a pen has more of them than there are events. */
function placesOf({ nativeEvent }: PointerEvent): readonly { clientX: number; clientY: number }[] {
  const coalesced = nativeEvent.getCoalescedEvents?.() ?? [];
  return coalesced.length ? coalesced : [nativeEvent];
}

/**
 * A sheet to draw on with one finger, pen or mouse at a time: a palm beside the pen draws nothing.
 * @param hint stands on an empty sheet
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
  /** The pointer that draws; others are left alone until it is lifted. */
  const pointer = useRef<number | null>(null);
  const points = useRef<Point[]>([]);

  function start(event: PointerEvent<SVGSVGElement>): void {
    if (pointer.current !== null || event.button !== 0) return;
    event.preventDefault();
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    points.current = [sheetPoint(event, event.currentTarget)];
    setCurrent(points.current);
  }

  function go(event: PointerEvent<SVGSVGElement>): void {
    if (event.pointerId !== pointer.current) return;
    for (const place of placesOf(event)) {
      const point = sheetPoint(place, event.currentTarget);
      const [x = 0, y = 0] = points.current.at(-1) ?? [];
      if (Math.hypot(point[0] - x, point[1] - y) >= STEP) points.current = [...points.current, point];
    }
    setCurrent(points.current);
  }

  function lift(event: PointerEvent<SVGSVGElement>): void {
    if (event.pointerId !== pointer.current) return;
    pointer.current = null;
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
      onPointerMove={go}
      onPointerUp={lift}
      onPointerCancel={lift}
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
