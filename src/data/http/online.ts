import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PERMISSIONS_PATH } from '#resources/protocol/paths/access.ts';
import { session } from '../session/session.ts';
import { startTimeLimit } from './time-limit.ts';

const subscribeToOnline = (listener: () => void) => onlineManager.subscribe(listener);
/** Whether calls are made; false while they wait for the network. */
export const isOnline = (): boolean => onlineManager.isOnline();

/**
 * Subscribes to the return of the network, or a new attempt to use it.
 * @returns the unsubscribe function
 */
export const onNetworkReturn = (listener: () => void): (() => void) =>
  onlineManager.subscribe((online) => {
    if (online) listener();
  });

/** Whether browser and server are online; otherwise calls wait. Re-renders on changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToOnline, isOnline);

/**
 * Sends the waiting calls although the browser reports no network: it may have missed its return, or the server may run on this
 * computer. If nothing answers, they wait again (`handleNoAnswer`).
 */
export const tryNetwork = (): void => onlineManager.setOnline(true);

/** Call it when a call got no answer: if the browser reports no network, further calls wait. */
export const handleNoAnswer = (): void => {
  if (!navigator.onLine) onlineManager.setOnline(false);
};

/** Timeout of the call that checks whether the server answers, and the delay before the next check, ms. */
const CHECK_TIMEOUT_MS = 8_000;
const CHECK_PAUSE_MS = 4_000;

/** Whether a check is in progress. */
let isChecking = false;

async function isServerAnswering(): Promise<boolean> {
  const limit = startTimeLimit(CHECK_TIMEOUT_MS);
  try {
    const token = session.token.get();
    const headers: HeadersInit = token ? { Authorization: `Token ${token}` } : {};
    // Any answer counts, even an error.
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
 * Call it when the server may be unreachable: a call timed out, or a socket is silent. Until the server answers again, calls wait
 * and pages show that there is no connection.
 */
export async function waitForServer(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  try {
    while (!(await isServerAnswering())) {
      onlineManager.setOnline(false);
      await new Promise((resolve) => setTimeout(resolve, CHECK_PAUSE_MS));
    }
  } finally {
    isChecking = false;
    onlineManager.setOnline(true);
  }
}
