import type { Frame } from '#console/sections/stories/booklets.ts';
import {
  frameCount,
  frameLength,
  initialViewerState,
  neighbourIndex,
  remaining,
  VIEWER_CLOSED,
  type ViewerAction,
  type ViewerState,
  viewerReducer,
} from '#console/sections/stories/viewer-state.ts';

/** Events one after the other, each with its moment. */
const after = (state: ViewerState, ...actions: ViewerAction[]) => actions.reduce(viewerReducer, state);

/** Frames of these durations, ms; null: one that names none. */
const lasting = (...durations: (number | null)[]): Frame[] =>
  durations.map((duration) => ({ title: '', description: '', duration, kind: 'image', file: '/a.webp' }));

/** The picture of a frame has come. */
const came = (storyIndex: number, frameIndex: number, at: number): ViewerAction => ({
  type: 'arrival',
  storyIndex,
  frameIndex,
  arrival: 'here',
  at,
});

/** Three groups of two, one and three frames, the second of the first one with a duration of its own. */
function opened({ group = 0, still = false } = {}): ViewerState {
  return after(
    initialViewerState({ storyTotal: 3, storyIndex: group, isPaused: still }),
    { type: 'known', storyIndex: 0, frames: lasting(null, 4000), at: 0 },
    { type: 'known', storyIndex: 1, frames: lasting(null), at: 0 },
    { type: 'known', storyIndex: 2, frames: lasting(2000, null, null), at: 0 },
    came(group, 0, 0),
  );
}

const place = ({ storyIndex, frameIndex }: ViewerState) => [storyIndex, frameIndex];

test.each([
  ['STORY-06: without a duration', null, 1, 1500],
  ['STORY-07: the first without a duration', null, 0, 2500],
  ['STORY-08: with a duration', 4000, 1, 4000],
  ['STORY-08, STORY-07: the first with a duration', 4000, 0, 5000],
  ['STORY-08: with a duration of nothing', 0, 1, 1500],
  ['STORY-08: with a negative duration', -200, 1, 1500],
  ['STORY-06: whose duration is not said', undefined, 2, 1500],
])('%s a frame stays as long as it should', (_case, duration, story, length) => {
  expect(frameLength(duration, story)).toBe(length);
});

test('STORY-15: closed is −1, opening starts from the first story of the chosen group', () => {
  expect(VIEWER_CLOSED).toBe(-1);
  expect(place(initialViewerState({ storyTotal: 3, storyIndex: 2, isPaused: false }))).toEqual([2, 0]);
});

test('STORY-06, STORY-07: moves on when the time is up and not a moment earlier', () => {
  const state = opened();
  expect(remaining(state, 0)).toBe(2500);
  expect(place(after(state, { type: 'due', turn: 0, at: 2400 }))).toEqual([0, 0]);
  expect(place(after(state, { type: 'due', turn: 0, at: 2500 }))).toEqual([0, 1]);
});

test('a timer of a frame that was left meanwhile says nothing', () => {
  const moved = after(opened(), { type: 'next', at: 2400 }, came(0, 1, 2400));
  expect(after(moved, { type: 'due', turn: 0, at: 99_000 })).toBe(moved);
});

test('STORY-09: after the last story of a group comes the next group, after the last group the first', () => {
  const one = after(opened({ group: 1 }), { type: 'next', at: 10 });
  expect(place(one)).toEqual([2, 0]);
  const two = after(one, { type: 'next', at: 20 }, { type: 'next', at: 30 }, { type: 'next', at: 40 });
  expect(place(two)).toEqual([0, 0]);
});

test('STORY-05: before the first story of a group comes the last of the group before, around the beginning', () => {
  expect(place(after(opened(), { type: 'previous', at: 10 }))).toEqual([2, 2]);
  expect(place(after(opened(), { type: 'next', at: 10 }, { type: 'previous', at: 20 }))).toEqual([0, 0]);
});

test('STORY-03, STORY-05: the last story of a group that is not known yet is settled when it is', () => {
  const state = after(initialViewerState({ storyTotal: 2, storyIndex: 0, isPaused: false }), {
    type: 'previous',
    at: 0,
  });
  expect(frameCount(state)).toBeNull();
  expect(place(after(state, { type: 'known', storyIndex: 1, frames: lasting(null, null, null), at: 5 }))).toEqual([
    1, 2,
  ]);
});

test('STORY-04: the groups beside one go around the ends', () => {
  expect(neighbourIndex({ storyTotal: 3, storyIndex: 0 }, -1)).toBe(2);
  expect(neighbourIndex({ storyTotal: 3, storyIndex: 2 }, 1)).toBe(0);
  expect(neighbourIndex({ storyTotal: 1, storyIndex: 0 }, 1)).toBe(0);
});

test('STORY-09: the only group begins anew after itself', () => {
  const state = after(
    initialViewerState({ storyTotal: 1, storyIndex: 0, isPaused: false }),
    { type: 'known', storyIndex: 0, frames: lasting(null), at: 0 },
    came(0, 0, 0),
    { type: 'due', turn: 0, at: 2500 },
  );
  expect(place(state)).toEqual([0, 0]);
  expect(state.turn).toBe(1);
});

test('the clock waits until the frame is there, and again while a film is short of data', () => {
  const waiting = after(initialViewerState({ storyTotal: 1, storyIndex: 0, isPaused: false }), {
    type: 'known',
    storyIndex: 0,
    frames: lasting(null),
    at: 0,
  });
  expect(waiting.since).toBeNull();
  const shown = after(waiting, came(0, 0, 700));
  expect(remaining(shown, 1700)).toBe(1500);
  const short = after(shown, { type: 'arrival', storyIndex: 0, frameIndex: 0, arrival: 'awaited', at: 1700 });
  expect(remaining(short, 9000)).toBe(1500);
  expect(remaining(after(short, came(0, 0, 9000)), 9100)).toBe(1400);
});

test('STORY-06: the clock runs at once in a frame that has come ahead of its turn', () => {
  const state = after(opened(), came(0, 1, 500), { type: 'next', at: 1000 });
  expect(state.since).toBe(1000);
  expect(remaining(state, 1500)).toBe(3500);
});

test('brakes add up: the clock goes on where it stopped when the last is off', () => {
  const state = after(
    opened(),
    { type: 'brake', brake: 'press', at: 1000 },
    { type: 'brake', brake: 'hidden', at: 1200 },
    { type: 'unbrake', brake: 'press', at: 2000 },
  );
  expect(state.since).toBeNull();
  expect(remaining(state, 50_000)).toBe(1500);
  expect(remaining(after(state, { type: 'unbrake', brake: 'hidden', at: 60_000 }), 60_500)).toBe(1000);
});

test('a pause holds over a move, whose frame begins at its beginning', () => {
  const state = after(
    opened(),
    { type: 'brake', brake: 'pause', at: 1000 },
    { type: 'next', at: 1500 },
    came(0, 1, 1500),
  );
  expect(state.since).toBeNull();
  expect(remaining(state, 9000)).toBe(4000);
});

test('STORY-06: whoever reads a long text holds its frame, and no other', () => {
  const reading = after(opened(), { type: 'brake', brake: 'read', at: 100 });
  expect(reading.since).toBeNull();
  const moved = after(reading, { type: 'next', at: 200 }, came(0, 1, 300));
  expect(moved.brakes).toEqual([]);
  expect(moved.since).toBe(300);
});

test('what changes nothing leaves the very state', () => {
  const state = opened();
  expect(after(state, came(0, 0, 5), { type: 'unbrake', brake: 'press', at: 6 })).toBe(state);
});

test('with less motion asked for it waits until it is told to play', () => {
  const state = opened({ still: true });
  expect(after(state, { type: 'due', turn: 0, at: 99_000 })).toBe(state);
  expect(after(state, { type: 'unbrake', brake: 'pause', at: 99_000 }).since).toBe(99_000);
});
