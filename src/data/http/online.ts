import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PERMISSIONS_PATH } from '#resources/protocol/paths/access.ts';
import { session } from '../session/session.ts';
import { limitTime } from './time-limit.ts';

const follow = (listener: () => void) => onlineManager.subscribe(listener);
/** The same outside of React. */
export const isOnline = (): boolean => onlineManager.isOnline();

/** Calls back whenever the network returns or is tried again. @returns how to stop */
export const onNetwork = (back: () => void): (() => void) =>
  onlineManager.subscribe((online) => {
    if (online) back();
  });

/** Whether the browser knows of a network and the server answers; otherwise calls wait until it does. */
export const useOnline = (): boolean => useSyncExternalStore(follow, isOnline);

/**
 * Makes the waiting calls although the browser knows of no network: it may have missed its return, or the server may be this
 * machine. When nothing answers, they wait again (`noAnswer`).
 */
export const tryNetwork = (): void => onlineManager.setOnline(true);

/** To be called when a call got no answer: if the browser knows of no network, further calls wait for it. */
export const noAnswer = (): void => {
  if (!navigator.onLine) onlineManager.setOnline(false);
};

/** Time limit of a cheap call to see whether the server answers, and the pause before the next one, ms. */
const ANSWERS_IN = 8_000;
const AGAIN = 4_000;

/** Whether such a call is under way. */
let isLooking = false;

async function answers(): Promise<boolean> {
  const limit = limitTime(ANSWERS_IN);
  try {
    const token = session.token.get();
    const headers: HeadersInit = token ? { Authorization: `Token ${token}` } : {};
    // Any answer will do, also a refusal.
    await fetch(PERMISSIONS_PATH, { cache: 'no-store', headers, signal: limit.signal });
    return true;
  } catch (error) {
    if (error instanceof TypeError || limit.isOver) return false;
    throw error;
  } finally {
    limit.end();
  }
}

/**
 * To be called when the server may have fallen silent: a call ran out of time, or a socket gives no sign of life. While nothing
 * answers, pages say so and calls wait; the server is asked until it answers.
 */
export async function lookForServer(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  try {
    while (!(await answers())) {
      onlineManager.setOnline(false);
      await new Promise((next) => setTimeout(next, AGAIN));
    }
  } finally {
    isLooking = false;
    onlineManager.setOnline(true);
  }
}
