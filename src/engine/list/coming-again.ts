import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Says when the link to the page that is open already is pressed, as the section's own in the menu: who presses it wants
 * its beginning. Silent on coming back and where the address changes.
 */
export function useComingAgain(said: () => void): void {
  const { key, pathname, search } = useLocation();
  const returning = useNavigationType() === 'POP';
  const address = `${pathname}${search}`;
  const last = useRef({ key, address });
  const say = useRef(said);
  say.current = said;
  useEffect(() => {
    const before = last.current;
    last.current = { key, address };
    if (before.key !== key && before.address === address && !returning) say.current();
  }, [key, address, returning]);
}
