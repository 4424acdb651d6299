import { useCallback, useMemo, useRef } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

/**
 * History steps of something that the address opens over a page, such as the card of a record. Each opening adds a step to go
 * back from; closing goes back over all of them, so that «Назад» afterwards does not open the card again.
 * @param isOpen whether a card is open now
 * @returns `onward`: options for navigating to the next card; `back`: goes back to the page without a card, or returns false
 * when the history does not hold that page and the address has to be replaced
 */
export function useOpenedSteps(isOpen: boolean): { onward: NavigateOptions; back: () => boolean } {
  const location = useLocation();
  const navigate = useNavigate();
  // Kept in the entry's state, which is lost as soon as anything else of the address changes.
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
  // A card that a link opened has no step of ours below it.
  const blind = isOpen && stepCount === 0;
  const onward = useMemo(() => (blind ? {} : { state: { opened: stepCount + 1 } }), [blind, stepCount]);
  return { onward, back };
}
