import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';

/** The browser learns that there is a network, or none. */
export function network(there: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: there });
  act(() => {
    window.dispatchEvent(new Event(there ? 'online' : 'offline'));
    onlineManager.setOnline(there);
  });
}

/** The outcome of a call without one. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch');
};
