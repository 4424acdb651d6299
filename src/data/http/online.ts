import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const follow = (listener: () => void) => onlineManager.subscribe(listener);
/** The same outside of React. */
export const isOnline = (): boolean => onlineManager.isOnline();

/** Calls back whenever the network returns or is tried again. @returns how to stop */
export const onNetwork = (back: () => void): (() => void) =>
  onlineManager.subscribe((online) => {
    if (online) back();
  });

/** Whether the browser knows of a network; without one no call is made until it is back. */
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
