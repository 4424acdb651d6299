import { MS } from '#resources/limits.ts';
import type { Frame } from './booklets.ts';

/** Group index while the viewer is closed (STORY-15). */
export const CLOSED = -1;
/** Story index that means the last story of a group not loaded yet. */
const LAST = -1;

/** Reasons to stop the clock: a finger on the frame, reading a long text, the pause button, a hidden tab. */
type Brake = 'press' | 'read' | 'pause' | 'hidden';

/** Stands for the frames of a story that did not load: it is passed like a story of one frame. */
export const NOT_LOADED: readonly Frame[] = [{ title: '', description: '', duration: null, kind: 'image', file: null }];

/** State of a frame's picture or film; `awaited` also while a film is short of data. */
export type Arrival = 'here' | 'failed' | 'awaited';

/**
 * Where the viewer is and what its clock says. Times are milliseconds, moments those of `performance.now()`.
 * The clock runs while the frame is there and no brake is on.
 */
export interface ViewerState {
  /** How many groups the strip has. */
  readonly groups: number;
  readonly group: number;
  /** Index of the frame in its group. */
  readonly story: number;
  /** Frames of the groups that are known, by group index; `NOT_LOADED` of one that did not load. */
  readonly known: Readonly<Record<number, readonly Frame[]>>;
  /** Load states of the frames drawn so far, by `frameKey`; the timer waits for the open frame. */
  readonly arrivals: Readonly<Record<string, Arrival>>;
  readonly brakes: readonly Brake[];
  /** How long the frame was shown before `since`. */
  readonly spent: number;
  /** Since when the clock runs; null while it stands. */
  readonly since: number | null;
  /** Grows with every move: tells a frame from the same one shown again. */
  readonly turn: number;
}

/** Events of the viewer; `at` is the moment. */
export type ViewerAction = { readonly at: number } & (
  | { readonly type: 'known'; readonly group: number; readonly frames: readonly Frame[] }
  | { readonly type: 'arrival'; readonly group: number; readonly story: number; readonly arrival: Arrival }
  | { readonly type: 'next' | 'previous' }
  | { readonly type: 'group'; readonly group: number }
  | { readonly type: 'brake' | 'unbrake'; readonly brake: Brake }
  | { readonly type: 'due'; readonly turn: number }
);
type Handlers = {
  [Type in ViewerAction['type']]: (state: ViewerState, action: Extract<ViewerAction, { type: Type }>) => ViewerState;
};

/**
 * The viewer as it opens: the first story of the chosen group (STORY-15).
 * @param still the person asked for less motion: it waits for a click until told to play
 */
export function openAt({ groups, group, still }: { groups: number; group: number; still: boolean }): ViewerState {
  const brakes: Brake[] = still ? ['pause'] : [];
  return { groups, group, story: 0, known: {}, arrivals: {}, brakes, spent: 0, since: null, turn: 0 };
}

/**
 * How long a frame stays: its own duration when positive, else 1500 ms; the first frame of a story 1000 ms more
 * (STORY-06…08, G-28).
 */
export function frameLength(duration: number | null | undefined, story: number): number {
  const own = typeof duration === 'number' && duration > 0 ? duration : MS.story;
  return own + (story === 0 ? MS.storyFirstExtra : 0);
}

/** Tells a frame from all others. */
export function frameKey(group: number, story: number): string {
  return `${group}/${story}`;
}

/** Key of the open frame. */
export function openKey({ group, story }: ViewerState): string {
  return frameKey(group, story);
}

/** Load state of the open frame. */
export function arrivalNow(state: ViewerState): Arrival {
  return state.arrivals[openKey(state)] ?? 'awaited';
}

/** How long the open frame stays, ms. */
export function lengthNow({ known, group, story }: ViewerState): number {
  return frameLength(known[group]?.[story]?.duration, story);
}

/** Frames of a group; null while they are not known. */
export function loadedFrames({ known }: ViewerState, group: number): readonly Frame[] | null {
  const frames = known[group];
  return frames && frames !== NOT_LOADED ? frames : null;
}

/** Whether the open story did not load. */
export function hasFailed(state: ViewerState): boolean {
  return state.known[state.group] === NOT_LOADED && arrivalNow(state) === 'failed';
}

/** How many stories the open group has; null while that is not known. */
export function storyCount(state: ViewerState): number | null {
  return state.known[state.group]?.length ?? null;
}

/** Time left of the frame, ms. */
export function remaining(state: ViewerState, at: number): number {
  return Math.max(0, lengthNow(state) - spentAt(state, at));
}

/** Index of the neighbouring group, around the ends (STORY-04, STORY-09). */
export function besideGroup({ groups, group }: Pick<ViewerState, 'groups' | 'group'>, step: -1 | 0 | 1): number {
  return (group + step + groups) % groups;
}

/** The viewer after something has happened. Pure: the clock is in `at`. */
export function stepViewer(state: ViewerState, action: ViewerAction): ViewerState {
  const handle = HANDLERS[action.type] as (state: ViewerState, action: ViewerAction) => ViewerState;
  const next = handle(state, action);
  return next === state ? state : wind(state, next, action.at);
}

function spentAt({ spent, since }: ViewerState, at: number): number {
  return since === null ? spent : spent + Math.max(0, at - since);
}

/** Sets the clock of the new state: begun anew after a move, else gone on from where it was. */
function wind(before: ViewerState, state: ViewerState, at: number): ViewerState {
  const runs = arrivalNow(state) !== 'awaited' && state.brakes.length === 0 && storyCount(state) !== null;
  const spent = state.turn === before.turn ? spentAt(before, at) : 0;
  return { ...state, spent, since: runs ? at : null };
}

function move(state: ViewerState, group: number, story: number): ViewerState {
  const count = state.known[group]?.length;
  const settled = story === LAST && count !== undefined ? count - 1 : story;
  // The text that was read has been left.
  const brakes = state.brakes.includes('read') ? state.brakes.filter((on) => on !== 'read') : state.brakes;
  return { ...state, group, story: settled, brakes, turn: state.turn + 1 };
}

function toNext(state: ViewerState): ViewerState {
  const count = storyCount(state);
  if (count === null || state.story >= count - 1) return move(state, besideGroup(state, 1), 0);
  return move(state, state.group, state.story + 1);
}

const HANDLERS: Handlers = {
  known: (state, { group, frames }) => {
    if (state.known[group] === frames) return state;
    const known = { ...state.known, [group]: frames };
    const awaited = group === state.group && state.story === LAST;
    return { ...state, known, story: awaited ? frames.length - 1 : state.story };
  },
  arrival: (state, { group, story, arrival }) => {
    const key = frameKey(group, story);
    return state.arrivals[key] === arrival ? state : { ...state, arrivals: { ...state.arrivals, [key]: arrival } };
  },
  next: toNext,
  previous: (state) =>
    state.story > 0 ? move(state, state.group, state.story - 1) : move(state, besideGroup(state, -1), LAST),
  group: (state, { group }) => move(state, group, 0),
  brake: (state, { brake }) => (state.brakes.includes(brake) ? state : { ...state, brakes: [...state.brakes, brake] }),
  unbrake: (state, { brake }) =>
    state.brakes.includes(brake) ? { ...state, brakes: state.brakes.filter((on) => on !== brake) } : state,
  // A timer set for a frame that was left meanwhile says nothing.
  due: (state, { turn, at }) =>
    turn === state.turn && state.since !== null && remaining(state, at) <= 1 ? toNext(state) : state,
};
