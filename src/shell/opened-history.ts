import { useCallback, useMemo, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * History entries of something opened over a page by its URL, such as the card of a record. Opening adds an entry; closing goes
 * back over all of them, so that «Назад» afterwards does not open the card again.
 * @param isOpen whether a card is open now
 * @returns `onward`: navigation options for opening the next card; `back`: goes back to the page without a card, or returns false
 * if the history does not contain that page and the URL has to be replaced
 */
export function useOpenedHistory(isOpen: boolean): { onward: NavigateOptions; back: () => boolean } {
  const location = useLocation();
  const navigate = useNavigate();
  // Stored in the state of the entry, which is lost when anything else changes the URL.
  const { opened: stepCount = 0 } = (location.state ?? {}) as { opened?: number };
  const leftLocation = useRef<typeof location | null>(null);
  const back = useCallback(() => {
    if (stepCount === 0) return false;
    // Going back is asynchronous: a second press must not go back twice.
    if (leftLocation.current !== location) {
      leftLocation.current = location;
      void navigate(-stepCount);
    }
    return true;
  }, [stepCount, location, navigate]);
  // A card opened by a direct link has no entry of ours below it.
  const isOpenedByLink = isOpen && stepCount === 0;
  const onward = useMemo(
    () => (isOpenedByLink ? {} : { state: { opened: stepCount + 1 } }),
    [isOpenedByLink, stepCount],
  );
  return { onward, back };
}
