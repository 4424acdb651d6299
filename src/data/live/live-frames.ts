/**
 * Messages of the server connection besides notifications, by type, and the event that it has connected. `live.ts` keeps the
 * connection open and passes them on.
 */

import { createListeners } from '../listeners.ts';

/** A message of the server; `type` identifies its kind. */
export interface LiveFrame {
  readonly type: string;
  readonly [key: string]: unknown;
}

const frameListeners = createListeners<[LiveFrame]>();
const connectionListeners = createListeners();

/** Subscribes to messages of one type; returns the unsubscribe function. */
export function onFrame(type: string, listener: (frame: LiveFrame) => void): () => void {
  return frameListeners.subscribe((frame) => {
    if (frame.type === type) listener(frame);
  });
}

/**
 * Subscribes to the opening of the connection, including the first time: earlier events were missed, so the listener should
 * reload its data. Returns the unsubscribe function.
 */
export const onConnectionOpen = connectionListeners.subscribe;

/** Passes a message to the listeners of its type. */
export const notifyLiveFrame = frameListeners.notify;

/** Notifies the listeners that the connection is open. */
export const notifyConnectionOpen = connectionListeners.notify;

let send: ((message: object) => boolean) | null = null;

/** Sets the function that sends over the connection; null removes it. */
export function setSender(sender: typeof send): void {
  send = sender;
}

/**
 * Sends a message to the server.
 * @returns false when there is no connection; the message is not queued
 */
export function sendLiveFrame(message: object): boolean {
  return send?.(message) ?? false;
}

/** Window event: the person is signing out, so sockets close without reconnecting. */
export const SIGNING_OUT = 'signing-out';
