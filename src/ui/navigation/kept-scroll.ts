import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Where boxes stood, px, by history entry and box, in the storage of the tab: a reload finds them. */
const STORE = 'scroll-places';
/** The newest so many are kept. */
const KEPT = 100;

const places = new Map<string, number>(read());

function read(): [string, number][] {
  // A page that is opened anew has been nowhere, whatever its tab has shown before.
  const [opened] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  if (!opened || (opened as PerformanceNavigationTiming).type === 'navigate') return [];
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(([entry, place]) => typeof entry === 'string' && Number.isFinite(place));
  } catch {
    // Values that other code has written there tell no place.
    return [];
  }
}

globalThis.addEventListener?.('pagehide', () => {
  sessionStorage.setItem(STORE, JSON.stringify([...places].slice(-KEPT)));
});

function keep(entry: string, place: number): void {
  places.delete(entry);
  places.set(entry, place);
  for (const oldest of [...places.keys()].slice(0, -KEPT)) places.delete(oldest);
}

/** Actions of a person: from then on they are where they want to be. */
const TAKEN = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Holds a box at a place while its page comes together, what stands above the place as well, until the person does something.
 * Answers how to give up.
 */
function holdAt(box: HTMLElement, place: number, onDone: () => void): () => void {
  const look = () => {
    if (Math.round(box.scrollTop) !== place) box.scrollTop = place;
  };
  const observer = new MutationObserver(look);
  const stop = () => {
    observer.disconnect();
    for (const name of TAKEN) document.removeEventListener(name, done, true);
  };
  function done() {
    stop();
    onDone();
  }
  observer.observe(box, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] });
  for (const name of TAKEN) document.addEventListener(name, done, { capture: true, passive: true });
  look();
  return stop;
}

/**
 * Keeps how far a box was scrolled with the entry of the history, so that the way back and a reload find it there again.
 * @param name tells it from the other boxes of the page
 * @returns the ref of the box
 */
export function useKeptScroll(name: string): RefCallback<HTMLElement> {
  const { key, pathname } = useLocation();
  const returning = useNavigationType() === 'POP';
  const entry = `${key} ${pathname} ${name}`;
  const now = useRef({ entry, returning });
  now.current = { entry, returning };
  const box = useRef<HTMLElement | null>(null);
  const targetTop = useRef<number | null>(null);
  useLayoutEffect(() => {
    // The box stays where it is when a card is opened beside it: the next entry begins from there.
    const place = targetTop.current ?? box.current?.scrollTop ?? 0;
    if (place > 0) keep(entry, place);
  }, [entry]);
  return useCallback((element) => {
    if (!element) return;
    box.current = element;
    const place = now.current.returning ? (places.get(now.current.entry) ?? 0) : 0;
    let giveUp: () => void = () => undefined;
    if (place > 0) {
      targetTop.current = place;
      giveUp = holdAt(element, place, () => {
        targetTop.current = null;
      });
    }
    const scrolled = () => {
      if (targetTop.current === null) keep(now.current.entry, Math.round(element.scrollTop));
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      giveUp();
      targetTop.current = null;
      box.current = null;
      element.removeEventListener('scroll', scrolled);
    };
  }, []);
}
