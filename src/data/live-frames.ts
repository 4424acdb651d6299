/**
 * What the line to the server brings besides notifications: frames by their type, and that the line stands (again).
 * `live.ts` keeps the line and tells; a section listens for as long as it is shown.
 */

/** A message of the server that its `type` tells from others. */
export interface Frame {
  readonly type: string;
  readonly [key: string]: unknown;
}

const listeners = new Map<string, Set<(frame: Frame) => void>>();
const waiting = new Set<() => void>();

/** Calls back with every frame of a type. Answers how to stop. */
export function onFrame(type: string, listener: (frame: Frame) => void): () => void {
  const known = listeners.get(type) ?? new Set();
  listeners.set(type, known);
  known.add(listener);
  return () => known.delete(listener);
}

/**
 * Calls back whenever the line opens, the first time too: what happened before it stood did not come over it, and who
 * shows something looks it up anew. Answers how to stop.
 */
export function onLineOpen(listener: () => void): () => void {
  waiting.add(listener);
  return () => waiting.delete(listener);
}

/** Hands a frame to who listens for its type. */
export function tellFrame(frame: Frame): void {
  for (const listener of [...(listeners.get(frame.type) ?? [])]) listener(frame);
}

/** Says that the line stands. */
export function tellLineOpen(): void {
  for (const listener of [...waiting]) listener();
}

let say: ((message: object) => boolean) | null = null;

/** Gives the line's own way of sending, or takes it away. */
export function setSender(sender: typeof say): void {
  say = sender;
}

/** Says something to the server over the line. @returns false when the line does not stand; nothing is kept for later */
export function sayFrame(message: object): boolean {
  return say?.(message) ?? false;
}

/** Event of the window: the person is leaving, lines to the server close by themselves. */
export const SIGNING_OUT = 'signing-out';
