import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** How long typing must rest before its words are kept, ms. */
const PAUSE = 300;

/** The words kept in a history entry. */
function wordsIn(state: unknown, name: string): string {
  const stateValue: unknown = (state as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof stateValue === 'string' ? stateValue : '';
}

/**
 * The words that a page is searched by, kept in its history entry, so that a reload and the way back restore them: they do not
 * belong into an address, which servers write down.
 * @param name tells them from other words of the same page
 */
export function useKeptWords(name = 'find'): readonly [words: string, setWords: (words: string) => void] {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [find, setFind] = useState(() => wordsIn(state, name));
  const latestFind = useRef(find);
  useEffect(() => {
    if (find === wordsIn(state, name)) {
      latestFind.current = find;
      return;
    }
    const keep = () => void navigate({ search }, { replace: true, state: { ...state, [name]: find } });
    // Another entry of the page, as that of a card that was opened, has them at once.
    if (find === latestFind.current) return keep();
    const timer = setTimeout(keep, PAUSE);
    return () => clearTimeout(timer);
  }, [find, state, search, navigate, name]);
  return [find, setFind];
}
