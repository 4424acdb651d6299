import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Session storage key of scroll positions in px by history entry and element, so that a reload restores them. */
const STORAGE_KEY = 'scroll-places';
/** Number of positions to keep. */
const MAX_POSITIONS = 100;

const positions = new Map<string, number>(readStored());

function readStored(): [string, number][] {
  // On a new navigation stored positions of this tab are ignored.
  const [navigation] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  if (!navigation || (navigation as PerformanceNavigationTiming).type === 'navigate') return [];
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(([entry, position]) => typeof entry === 'string' && Number.isFinite(position));
  } catch {
    // Values written by other code are ignored.
    return [];
  }
}

globalThis.addEventListener?.('pagehide', () => {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_POSITIONS)));
});

function storePosition(entry: string, position: number): void {
  positions.delete(entry);
  positions.set(entry, position);
  for (const oldest of [...positions.keys()].slice(0, -MAX_POSITIONS)) positions.delete(oldest);
}

/** Input events that end the restoring of a position. */
const INTERACTION_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Keeps an element at a scroll position while content above still loads, until the person interacts. Returns how to stop. */
function keepScrolledTo(box: HTMLElement, position: number, onDone: () => void): () => void {
  const restore = () => {
    if (Math.round(box.scrollTop) !== position) box.scrollTop = position;
  };
  const observer = new MutationObserver(restore);
  const stop = () => {
    observer.disconnect();
    for (const name of INTERACTION_EVENTS) document.removeEventListener(name, handleInteraction, true);
  };
  function handleInteraction() {
    stop();
    onDone();
  }
  observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
  for (const name of INTERACTION_EVENTS)
    document.addEventListener(name, handleInteraction, { capture: true, passive: true });
  restore();
  return stop;
}

/**
 * Stores the scroll position of an element per history entry, so that back and reload restore it.
 * @param name identifies the element on the page
 * @returns ref for the element
 */
export function useRestoredScroll(name: string): RefCallback<HTMLElement> {
  const { key, pathname } = useLocation();
  const isReturning = useNavigationType() === 'POP';
  const entry = `${key} ${pathname} ${name}`;
  const latest = useRef({ entry, returning: isReturning });
  latest.current = { entry, returning: isReturning };
  const box = useRef<HTMLElement | null>(null);
  const targetTop = useRef<number | null>(null);
  useLayoutEffect(() => {
    // The element keeps its position when a card opens next to it, so the next entry starts from there.
    const position = targetTop.current ?? box.current?.scrollTop ?? 0;
    if (position > 0) storePosition(entry, position);
  }, [entry]);
  return useCallback((element) => {
    if (!element) return;
    box.current = element;
    const position = latest.current.returning ? (positions.get(latest.current.entry) ?? 0) : 0;
    let stopRestoring: () => void = () => undefined;
    if (position > 0) {
      targetTop.current = position;
      stopRestoring = keepScrolledTo(element, position, () => {
        targetTop.current = null;
      });
    }
    const handleScroll = () => {
      if (targetTop.current === null) storePosition(latest.current.entry, Math.round(element.scrollTop));
    };
    element.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      stopRestoring();
      targetTop.current = null;
      box.current = null;
      element.removeEventListener('scroll', handleScroll);
    };
  }, []);
}
