import type { TaskFrame } from '#resources/protocol/requests/tasks.ts';

/** How long a frame is remembered: longer than any list takes to come, ms. */
const REMEMBERED = 60_000;

let frames: readonly { at: number; frame: TaskFrame }[] = [];

/** Remembers a frame, so that a list that was asked for before it and comes after it does not undo it. */
export function rememberFrame(frame: TaskFrame): void {
  const now = performance.now();
  frames = [...frames.filter(({ at }) => now - at < REMEMBERED), { at: now, frame }];
}

/** The frames that came since a moment of `performance.now()`, oldest first. */
export function framesSince(moment: number): readonly TaskFrame[] {
  return frames.filter(({ at }) => at >= moment).map(({ frame }) => frame);
}

let opened = Number.NEGATIVE_INFINITY;

/** Remembers that the line has opened (again): what happened before came over no line. */
export function rememberOpening(): void {
  opened = performance.now();
}

/** Whether the line has opened since a moment of `performance.now()`: what was read meanwhile may lack something. */
export function openedSince(moment: number): boolean {
  return opened >= moment;
}
