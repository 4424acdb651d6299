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
 * Dragging on a board that scrolls horizontally within the page. The drag library supports scrolling columns and a scrolling
 * window, but no scroll container between them: it measures the columns once, when a card is lifted, and does not notice that the
 * board scrolls later. So the library measures the board at scroll position 0; while a card is dragged, the scroll offset is
 * added to the pointer's x passed to the library, and the card is rendered that much further left.
 */

type Point = Parameters<FluidDragActions['move']>[0];

/** Width of the strip along each edge in which the board scrolls automatically, CSS pixels; at most a quarter of the board. */
const EDGE_WIDTH = 96;
/** Scroll speed at the very edge, CSS pixels per second. */
const MAX_SPEED = 1_400;
/** Gap between a revealed column and the edge of the board, CSS pixels. */
const REVEAL_GAP = 16;
/** Longest time step after a delayed frame, ms. */
const MAX_FRAME_MS = 50;

/** Scroll speed of the board for a pointer position, CSS pixels per second; negative to the left. */
export function scrollSpeed(x: number, box: Pick<DOMRect, 'left' | 'right'>): number {
  const edge = Math.min(EDGE_WIDTH, (box.right - box.left) / 4);
  if (edge <= 0) return 0;
  const depth = Math.max(box.left + edge - x, x - (box.right - edge));
  if (depth <= 0) return 0;
  const speed = MAX_SPEED * Math.min(1, depth / edge) ** 2;
  return x < box.left + edge ? -speed : speed;
}

/** Lets the library measure the board as if unscrolled, with all columns in view. */
function measureUnscrolled<Result>(frame: HTMLElement, lift: () => Result): Result {
  const { scrollLeft, scrollWidth } = frame;
  const root = document.documentElement;
  const width = Math.max(root.clientWidth, frame.getBoundingClientRect().left + scrollWidth);
  frame.scrollLeft = 0;
  // The library ignores columns beyond the window's width, which it reads from `clientWidth`.
  Object.defineProperty(root, 'clientWidth', { configurable: true, value: width });
  try {
    return lift();
  } finally {
    Reflect.deleteProperty(root, 'clientWidth');
    frame.scrollLeft = scrollLeft;
  }
}

/** The dragged copy of the card (`data-held`), not the hidden one in its column. */
const findDraggedCard = (id: string) =>
  document.querySelector<HTMLElement>(`[data-rfd-draggable-id="${CSS.escape(id)}"][data-held]`);

/**
 * Synchronises a drag with the board's scrolling until it ends: scrolls the board at its edges and reports each scroll to the
 * library.
 */
class DragScroller {
  readonly #frame: HTMLElement;
  readonly #id: string;
  /** The scroll offset last reported to the library. */
  #reportedScroll: number;
  #pointer: Point | null = null;
  #drag: { isActive: () => boolean; move?: (point: Point) => void } | null = null;
  #card: HTMLElement | null = null;
  #lastFrameTime = 0;

  constructor(frame: HTMLElement, id: string) {
    this.#frame = frame;
    this.#id = id;
    this.#reportedScroll = frame.scrollLeft;
  }

  /** Translates a point of the window to the unscrolled board. */
  unscrolled({ x, y }: Point): Point {
    this.#pointer = { x, y };
    return { x: x + this.#reportedScroll, y };
  }

  /** Starts on the next frame. @param drag without `move` when the card is dragged by keyboard */
  follow(drag: { isActive: () => boolean; move?: (point: Point) => void }): void {
    this.#drag = drag;
    this.#lastFrameTime = performance.now();
    requestAnimationFrame(this.#step);
  }

  readonly #step = (now: number): void => {
    const drag = this.#drag;
    if (!drag?.isActive()) return;
    const frame = this.#frame;
    // The library renders in this frame the offset that was reported in the previous one.
    this.#draw();
    const time = Math.min(now - this.#lastFrameTime, MAX_FRAME_MS);
    this.#lastFrameTime = now;
    const pointer = this.#pointer;
    const speed = pointer && drag.move ? scrollSpeed(pointer.x, frame.getBoundingClientRect()) : 0;
    if (speed !== 0) frame.scrollLeft += (speed * time) / 1_000;
    if (frame.scrollLeft !== this.#reportedScroll) {
      this.#reportedScroll = frame.scrollLeft;
      if (drag.move && pointer) drag.move(this.unscrolled(pointer));
      else this.#draw();
    }
    requestAnimationFrame(this.#step);
  };

  #draw(): void {
    if (!this.#card?.isConnected) this.#card = findDraggedCard(this.#id);
    if (this.#card) this.#card.style.translate = this.#reportedScroll === 0 ? '' : `${-this.#reportedScroll}px`;
  }
}

/** Events of a touch that has lifted a card. */
const TOUCH_EVENTS = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Forwards the touches of a lifted card to the window, where the library listens: its column removes the touched element from the
 * page, and events of a removed element do not bubble (hello-pangea/dnd#927).
 */
function forwardTouches(target: EventTarget): void {
  const controller = new AbortController();
  const forward = (event: Event) => {
    if (event.type !== 'touchmove') controller.abort();
    if (!(event instanceof TouchEvent) || (target instanceof Node && target.isConnected)) return;
    const { type, cancelable } = event;
    const [touches, changedTouches] = [Array.from(event.touches), Array.from(event.changedTouches)];
    const isPrevented = !globalThis.dispatchEvent(new TouchEvent(type, { touches, changedTouches, cancelable }));
    if (isPrevented) event.preventDefault();
  };
  for (const type of TOUCH_EVENTS)
    target.addEventListener(type, forward, { passive: false, signal: controller.signal });
}

/** Wraps a sensor's lift actions for a board that scrolls. @param source event that started the drag */
function withBoardScroll(
  preDrag: PreDragActions,
  frame: HTMLElement,
  id: string,
  source: Event | undefined,
): PreDragActions {
  return {
    ...preDrag,
    fluidLift: (point) => {
      const scroller = new DragScroller(frame, id);
      if (source?.type === 'touchstart' && source.target) forwardTouches(source.target);
      const drag = measureUnscrolled(frame, () => preDrag.fluidLift(scroller.unscrolled(point)));
      scroller.follow(drag);
      return { ...drag, move: (to) => drag.move(scroller.unscrolled(to)) };
    },
    snapLift: () => {
      const scroller = new DragScroller(frame, id);
      const drag = measureUnscrolled(frame, () => preDrag.snapLift());
      scroller.follow({ isActive: drag.isActive });
      return drag;
    },
  };
}

/** Wraps a sensor of the drag library for a board that scrolls. */
function boardSensor(useSensor: Sensor, frame: RefObject<HTMLElement | null>): Sensor {
  return function useBoardSensor(api: SensorAPI) {
    const boardApi = useMemo(
      (): SensorAPI => ({
        ...api,
        tryGetLock: (id, stop, options) => {
          const preDrag = api.tryGetLock(id, stop, options);
          return preDrag && frame.current ? withBoardScroll(preDrag, frame.current, id, options?.sourceEvent) : preDrag;
        },
      }),
      [api],
    );
    useSensor(boardApi);
  };
}

/** Mouse, keyboard and touch sensors for a board that scrolls horizontally. @param frame the scroll container */
export function useBoardSensors(frame: RefObject<HTMLElement | null>): Sensor[] {
  const [sensors] = useState(() =>
    [useMouseSensor, useKeyboardSensor, useTouchSensor].map((sensor) => boardSensor(sensor, frame)),
  );
  return sensors;
}

/** Scrolls a column of a board into view. @param state state of the column */
function revealColumn(frame: HTMLElement, state: string): void {
  const column = frame.querySelector(`[data-stage="${CSS.escape(state)}"]`)?.getBoundingClientRect();
  if (!column) return;
  const { left, right } = frame.getBoundingClientRect();
  if (column.left < left) frame.scrollLeft += column.left - left - REVEAL_GAP;
  else if (column.right > right) frame.scrollLeft += column.right - right + REVEAL_GAP;
}

/** Scrolls the target column of a keyboard drag into view. Renders nothing. */
export function RevealKeyboardTarget<Card extends PlacedCard, State extends string>({
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
