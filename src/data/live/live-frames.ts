/**
 * Frames of the connection to the server besides notifications: frames by their type, and that it is connected (again).
 * `live.ts` keeps the connection and passes them on; a section listens for as long as it is shown.
 */

import { createListeners } from '../listeners.ts';

/** A message of the server, told apart by its `type`. */
export interface Frame {
  readonly type: string;
  readonly [key: string]: unknown;
}

const frames = createListeners<[Frame]>();
const opening = createListeners();

/** Calls back with every frame of a type. Answers how to stop. */
export function onFrame(type: string, listener: (frame: Frame) => void): () => void {
  return frames.follow((frame) => {
    if (frame.type === type) listener(frame);
  });
}

/**
 * Calls back whenever the connection opens, the first time too: events from before are missing, so the listener
 * loads its data anew. Answers how to stop.
 */
export const onConnectionOpen = opening.follow;

/** Hands a frame to the listeners of its type. */
export const tellFrame = frames.tell;

/** Tells the listeners that it is connected. */
export const tellConnectionOpen = opening.tell;

let say: ((message: object) => boolean) | null = null;

/** Sets the function that sends over the connection, or takes it away. */
export function setSender(sender: typeof say): void {
  say = sender;
}

/** Says something to the server over the connection. @returns false when there is no connection; nothing is kept for later */
export function sayFrame(message: object): boolean {
  return say?.(message) ?? false;
}

/** Event of the window: the person is leaving, connections to the server close by themselves. */
export const SIGNING_OUT = 'signing-out';
