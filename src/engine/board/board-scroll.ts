import {
  type FluidDragActions,
  type PreDragActions,
  type Sensor,
  type SensorAPI,
  useKeyboardSensor,
  useMouseSensor,
  useTouchSensor,
} from '@hello-pangea/dnd';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type BoardSource, useBoardState } from './board-store.ts';
import type { PlacedCard } from './columns.ts';

/**
 * Dragging on a board that scrolls sideways within the page. The drag library handles columns and windows that scroll, but no element
 * between them: it measures the columns once, when a card is lifted, and does not notice that the board scrolls later. So it measures the
 * board with its scroll position at 0. While a card is dragged, the scrolled distance is added to the pointer's x that the library is given, and
 * the card is drawn that much further left.
 */

type Point = Parameters<FluidDragActions['move']>[0];

/** Width of the strip along each edge in which the board scrolls by itself, CSS pixels; on a narrow board a quarter of it. */
const EDGE = 96;
/** Speed at the very edge, CSS pixels a second. */
const SPEED = 1_400;
/** Gap between a column that is brought into view and the edge, CSS pixels. */
const GAP = 16;
/** Longest step of a frame that came late, ms. */
const FRAME_MAX = 50;

/** How fast a board scrolls under a pointer, CSS pixels a second; to the left below zero. */
export function scrollSpeed(x: number, box: Pick<DOMRect, 'left' | 'right'>): number {
  const edge = Math.min(EDGE, (box.right - box.left) / 4);
  if (edge <= 0) return 0;
  const into = Math.max(box.left + edge - x, x - (box.right - edge));
  if (into <= 0) return 0;
  const speed = SPEED * Math.min(1, into / edge) ** 2;
  return x < box.left + edge ? -speed : speed;
}

/** Has the library measure the board as if unscrolled, with all of its columns in view. */
function measured<Result>(frame: HTMLElement, lift: () => Result): Result {
  const { scrollLeft, scrollWidth } = frame;
  const root = document.documentElement;
  const width = Math.max(root.clientWidth, frame.getBoundingClientRect().left + scrollWidth);
  frame.scrollLeft = 0;
  // The library skips columns beyond the width of the window, which it reads here.
  Object.defineProperty(root, 'clientWidth', { configurable: true, value: width });
  try {
    return lift();
  } finally {
    Reflect.deleteProperty(root, 'clientWidth');
    frame.scrollLeft = scrollLeft;
  }
}

/** The card in the hand; the one in its column is not drawn meanwhile. */
const findDraggedCard = (id: string) =>
  document.querySelector<HTMLElement>(`[data-rfd-draggable-id="${CSS.escape(id)}"][data-held]`);

/** Keeps a drag in step with the board, until it ends: scrolls it at its edges, and tells the library of every scrolling. */
class CarriedCard {
  readonly #frame: HTMLElement;
  readonly #id: string;
  /** How far the board is scrolled, as the library was last told. */
  #told: number;
  #pointer: Point | null = null;
  #drag: { isActive: () => boolean; move?: (point: Point) => void } | null = null;
  #card: HTMLElement | null = null;
  #last = 0;

  constructor(frame: HTMLElement, id: string) {
    this.#frame = frame;
    this.#id = id;
    this.#told = frame.scrollLeft;
  }

  /** A point of the window on the unscrolled board. */
  unscrolled({ x, y }: Point): Point {
    this.#pointer = { x, y };
    return { x: x + this.#told, y };
  }

  /** Starts with the first frame. @param drag without `move` where the card is carried by keyboard */
  follow(drag: { isActive: () => boolean; move?: (point: Point) => void }): void {
    this.#drag = drag;
    this.#last = performance.now();
    requestAnimationFrame(this.#step);
  }

  readonly #step = (now: number): void => {
    const drag = this.#drag;
    if (!drag?.isActive()) return;
    const frame = this.#frame;
    // The scroll offset told to the library in the last frame is drawn in this one.
    this.#draw();
    const time = Math.min(now - this.#last, FRAME_MAX);
    this.#last = now;
    const pointer = this.#pointer;
    const speed = pointer && drag.move ? scrollSpeed(pointer.x, frame.getBoundingClientRect()) : 0;
    if (speed !== 0) frame.scrollLeft += (speed * time) / 1_000;
    if (frame.scrollLeft !== this.#told) {
      this.#told = frame.scrollLeft;
      if (drag.move && pointer) drag.move(this.unscrolled(pointer));
      else this.#draw();
    }
    requestAnimationFrame(this.#step);
  };

  #draw(): void {
    if (!this.#card?.isConnected) this.#card = findDraggedCard(this.#id);
    if (this.#card) this.#card.style.translate = this.#told === 0 ? '' : `${-this.#told}px`;
  }
}

/** Events of a finger that has lifted a card. */
const TOUCHES = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Tells the window of the touches of a lifted card, where the library listens. Its column takes the touched element out of the page, and
 * events of such an element reach nothing above it (hello-pangea/dnd#927).
 */
function forwardTouches(target: EventTarget): void {
  const ended = new AbortController();
  const forward = (event: Event) => {
    if (event.type !== 'touchmove') ended.abort();
    if (!(event instanceof TouchEvent) || (target instanceof Node && target.isConnected)) return;
    const { type, cancelable } = event;
    const [touches, changedTouches] = [Array.from(event.touches), Array.from(event.changedTouches)];
    const isTaken = !globalThis.dispatchEvent(new TouchEvent(type, { touches, changedTouches, cancelable }));
    if (isTaken) event.preventDefault();
  };
  for (const type of TOUCHES) target.addEventListener(type, forward, { passive: false, signal: ended.signal });
}

/** The actions of a sensor that is about to lift a card, on a board that scrolls. @param source the event that began it */
function onBoard(lifting: PreDragActions, frame: HTMLElement, id: string, source: Event | undefined): PreDragActions {
  return {
    ...lifting,
    fluidLift: (point) => {
      const carried = new CarriedCard(frame, id);
      if (source?.type === 'touchstart' && source.target) forwardTouches(source.target);
      const drag = measured(frame, () => lifting.fluidLift(carried.unscrolled(point)));
      carried.follow(drag);
      return { ...drag, move: (to) => drag.move(carried.unscrolled(to)) };
    },
    snapLift: () => {
      const carried = new CarriedCard(frame, id);
      const drag = measured(frame, () => lifting.snapLift());
      carried.follow({ isActive: drag.isActive });
      return drag;
    },
  };
}

/** A sensor of the drag library on a board that scrolls. */
function boardSensor(useSensor: Sensor, frame: RefObject<HTMLElement | null>): Sensor {
  return function useBoardSensor(api: SensorAPI) {
    const boardApi = useMemo(
      (): SensorAPI => ({
        ...api,
        tryGetLock: (id, stop, options) => {
          const lifting = api.tryGetLock(id, stop, options);
          return lifting && frame.current ? onBoard(lifting, frame.current, id, options?.sourceEvent) : lifting;
        },
      }),
      [api],
    );
    useSensor(boardApi);
  };
}

/** The sensors by which cards are carried over a board that scrolls sideways. @param frame the box that scrolls */
export function useBoardSensors(frame: RefObject<HTMLElement | null>): Sensor[] {
  const [sensors] = useState(() =>
    [useMouseSensor, useKeyboardSensor, useTouchSensor].map((sensor) => boardSensor(sensor, frame)),
  );
  return sensors;
}

/** Brings a column of a board into view. @param state of the column */
function revealColumn(frame: HTMLElement, state: string): void {
  const column = frame.querySelector(`[data-stage="${CSS.escape(state)}"]`)?.getBoundingClientRect();
  if (!column) return;
  const { left, right } = frame.getBoundingClientRect();
  if (column.left < left) frame.scrollLeft += column.left - left - GAP;
  else if (column.right > right) frame.scrollLeft += column.right - right + GAP;
}

/** Brings the column into view that a card is carried over by the keyboard. Draws nothing. */
export function CarriedIntoView<Card extends PlacedCard, State extends string>({
  store,
  frame,
}: {
  store: BoardSource<Card, State>;
  frame: RefObject<HTMLElement | null>;
}): null {
  const state = useBoardState(store, ({ drag }) => (drag?.isByKeyboard ? (drag.target?.state ?? null) : null));
  useEffect(() => {
    if (state !== null && frame.current) revealColumn(frame.current, state);
  }, [state, frame]);
  return null;
}
