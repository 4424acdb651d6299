import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const follow = (listener: () => void) => onlineManager.subscribe(listener);
/** The same for who does not draw. */
export const isOnline = (): boolean => onlineManager.isOnline();

/** Calls whenever the network is back, or is tried all the same; returns how to stop. */
export const onNetwork = (back: () => void): (() => void) =>
  onlineManager.subscribe((online) => {
    if (online) back();
  });

/** Whether there is a network as far as the browser knows: without one nothing is asked for until it is back. */
export const useOnline = (): boolean => useSyncExternalStore(follow, isOnline);

/**
 * Tries it all the same: a browser may miss that it is back, or know of none while the server is this very machine. What waits
 * is asked for now; when nothing answers, it waits again (`noAnswer`).
 */
export const tryNetwork = (): void => onlineManager.setOnline(true);

/** Nothing answered a call: if the browser knows of no network, what is asked for comes with it again, though it was tried. */
export const noAnswer = (): void => {
  if (!navigator.onLine) onlineManager.setOnline(false);
};
