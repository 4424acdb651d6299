import { MS } from '#resources/limits.ts';
import type { Frame } from './booklets.ts';

/** Story index while the viewer is closed (STORY-15). */
export const VIEWER_CLOSED = -1;
/** Frame index of the last frame of a story that is not loaded yet. */
const LAST_FRAME = -1;

/** Reasons to pause the timer: a finger on the frame, reading a long text, the pause button, a hidden tab. */
type Brake = 'press' | 'read' | 'pause' | 'hidden';

/** The frames of a story that failed to load, which is shown like a story of one frame. */
export const NOT_LOADED_FRAMES: readonly Frame[] = [
  { title: '', description: '', duration: null, kind: 'image', file: null },
];

/** Load state of a frame's picture or video; `awaited` also while a video is buffering. */
export type Arrival = 'here' | 'failed' | 'awaited';

/**
 * Position and timer of the viewer. Durations are ms, points in time are values of `performance.now()`. The timer runs while the
 * frame is loaded and no brake is active.
 */
export interface ViewerState {
  /** Number of stories in the strip. */
  readonly storyTotal: number;
  readonly storyIndex: number;
  /** Index of the frame in its story. */
  readonly frameIndex: number;
  /** Frames of the loaded stories, by story index; `NOT_LOADED_FRAMES` for a story that failed to load. */
  readonly known: Readonly<Record<number, readonly Frame[]>>;
  /** Load states of the frames rendered so far, by `frameKey`; the timer waits for the open frame. */
  readonly arrivals: Readonly<Record<string, Arrival>>;
  readonly brakes: readonly Brake[];
  /** How long the frame was shown before `since`, ms. */
  readonly spent: number;
  /** Since when the timer runs; null while it is paused. */
  readonly since: number | null;
  /** Increases with every step, to distinguish a frame from the same one shown again. */
  readonly turn: number;
}

/** Actions of the viewer; `at` is their time. */
export type ViewerAction = { readonly at: number } & (
  | { readonly type: 'known'; readonly storyIndex: number; readonly frames: readonly Frame[] }
  | { readonly type: 'arrival'; readonly storyIndex: number; readonly frameIndex: number; readonly arrival: Arrival }
  | { readonly type: 'next' | 'previous' }
  | { readonly type: 'group'; readonly storyIndex: number }
  | { readonly type: 'brake' | 'unbrake'; readonly brake: Brake }
  | { readonly type: 'due'; readonly turn: number }
);
type Handlers = {
  [Type in ViewerAction['type']]: (state: ViewerState, action: Extract<ViewerAction, { type: Type }>) => ViewerState;
};

/**
 * Initial state: the first frame of the chosen story (STORY-15).
 * @param isPaused whether the viewer opens paused, because the system is set to reduced motion
 */
export function initialViewerState({
  storyTotal,
  storyIndex,
  isPaused,
}: {
  storyTotal: number;
  storyIndex: number;
  isPaused: boolean;
}): ViewerState {
  const brakes: Brake[] = isPaused ? ['pause'] : [];
  return { storyTotal, storyIndex, frameIndex: 0, known: {}, arrivals: {}, brakes, spent: 0, since: null, turn: 0 };
}

/**
 * How long a frame stays: its own duration when positive, else 1500 ms; the first frame of a story 1000 ms more
 * (STORY-06…08, G-28).
 */
export function frameLength(duration: number | null | undefined, frameIndex: number): number {
  const ownDuration = typeof duration === 'number' && duration > 0 ? duration : MS.story;
  return ownDuration + (frameIndex === 0 ? MS.storyFirstExtra : 0);
}

/** Unique key of a frame. */
export function frameKey(storyIndex: number, frameIndex: number): string {
  return `${storyIndex}/${frameIndex}`;
}

/** Key of the open frame. */
export function openKey({ storyIndex, frameIndex }: ViewerState): string {
  return frameKey(storyIndex, frameIndex);
}

/** Load state of the open frame. */
export function openArrival(state: ViewerState): Arrival {
  return state.arrivals[openKey(state)] ?? 'awaited';
}

/** Duration of the open frame, ms. */
export function openFrameLength({ known, storyIndex, frameIndex }: ViewerState): number {
  return frameLength(known[storyIndex]?.[frameIndex]?.duration, frameIndex);
}

/** Frames of a story; null until they are loaded. */
export function loadedFrames({ known }: ViewerState, storyIndex: number): readonly Frame[] | null {
  const frames = known[storyIndex];
  return frames && frames !== NOT_LOADED_FRAMES ? frames : null;
}

/** Whether the open story failed to load. */
export function hasFailed(state: ViewerState): boolean {
  return state.known[state.storyIndex] === NOT_LOADED_FRAMES && openArrival(state) === 'failed';
}

/** Number of frames of the open story; null until they are loaded. */
export function frameCount(state: ViewerState): number | null {
  return state.known[state.storyIndex]?.length ?? null;
}

/** Time left of the frame, ms. */
export function remaining(state: ViewerState, at: number): number {
  return Math.max(0, openFrameLength(state) - spentAt(state, at));
}

/** Index of the neighbouring story, wrapping around the ends (STORY-04, STORY-09). */
export function neighbourIndex(
  { storyTotal, storyIndex }: Pick<ViewerState, 'storyTotal' | 'storyIndex'>,
  step: -1 | 0 | 1,
): number {
  return (storyIndex + step + storyTotal) % storyTotal;
}

/** Reducer of the viewer; pure, because the time is in `at`. */
export function viewerReducer(state: ViewerState, action: ViewerAction): ViewerState {
  const handle = HANDLERS[action.type] as (state: ViewerState, action: ViewerAction) => ViewerState;
  const next = handle(state, action);
  return next === state ? state : withTimer(state, next, action.at);
}

function spentAt({ spent, since }: ViewerState, at: number): number {
  return since === null ? spent : spent + Math.max(0, at - since);
}

/** Sets the timer of the new state: restarted after a step, else continued. */
function withTimer(previous: ViewerState, state: ViewerState, at: number): ViewerState {
  const isRunning = openArrival(state) !== 'awaited' && state.brakes.length === 0 && frameCount(state) !== null;
  const spent = state.turn === previous.turn ? spentAt(previous, at) : 0;
  return { ...state, spent, since: isRunning ? at : null };
}

function move(state: ViewerState, storyIndex: number, frameIndex: number): ViewerState {
  const count = state.known[storyIndex]?.length;
  const settledFrame = frameIndex === LAST_FRAME && count !== undefined ? count - 1 : frameIndex;
  // The text being read is no longer shown.
  const brakes = state.brakes.includes('read')
    ? state.brakes.filter((activeBrake) => activeBrake !== 'read')
    : state.brakes;
  return { ...state, storyIndex, frameIndex: settledFrame, brakes, turn: state.turn + 1 };
}

function moveToNext(state: ViewerState): ViewerState {
  const count = frameCount(state);
  if (count === null || state.frameIndex >= count - 1) return move(state, neighbourIndex(state, 1), 0);
  return move(state, state.storyIndex, state.frameIndex + 1);
}

const HANDLERS: Handlers = {
  known: (state, { storyIndex, frames }) => {
    if (state.known[storyIndex] === frames) return state;
    const known = { ...state.known, [storyIndex]: frames };
    const isLastAwaited = storyIndex === state.storyIndex && state.frameIndex === LAST_FRAME;
    return { ...state, known, frameIndex: isLastAwaited ? frames.length - 1 : state.frameIndex };
  },
  arrival: (state, { storyIndex, frameIndex, arrival }) => {
    const key = frameKey(storyIndex, frameIndex);
    return state.arrivals[key] === arrival ? state : { ...state, arrivals: { ...state.arrivals, [key]: arrival } };
  },
  next: moveToNext,
  previous: (state) =>
    state.frameIndex > 0
      ? move(state, state.storyIndex, state.frameIndex - 1)
      : move(state, neighbourIndex(state, -1), LAST_FRAME),
  group: (state, { storyIndex }) => move(state, storyIndex, 0),
  brake: (state, { brake }) => (state.brakes.includes(brake) ? state : { ...state, brakes: [...state.brakes, brake] }),
  unbrake: (state, { brake }) =>
    state.brakes.includes(brake)
      ? { ...state, brakes: state.brakes.filter((activeBrake) => activeBrake !== brake) }
      : state,
  // Ignores a timer set for a frame that is no longer shown.
  due: (state, { turn, at }) =>
    turn === state.turn && state.since !== null && remaining(state, at) <= 1 ? moveToNext(state) : state,
};
