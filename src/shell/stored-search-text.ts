import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Delay after the last key before the search text is stored, ms. */
const STORE_DELAY_MS = 300;

/** Reads the search text from the state of a history entry. */
function readSearchText(state: unknown, name: string): string {
  const stateValue: unknown = (state as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof stateValue === 'string' ? stateValue : '';
}

/**
 * Search text of a page, stored in the state of its history entry, so that reload and back restore it. Not in the URL, because
 * servers log URLs.
 * @param name distinguishes several search texts of a page
 */
export function useStoredSearchText(name = 'find'): readonly [words: string, setWords: (words: string) => void] {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [searchText, setSearchText] = useState(() => readSearchText(state, name));
  const storedText = useRef(searchText);
  useEffect(() => {
    if (searchText === readSearchText(state, name)) {
      storedText.current = searchText;
      return;
    }
    const storeText = () => void navigate({ search }, { replace: true, state: { ...state, [name]: searchText } });
    // A new history entry of the page, e.g. for an opened card, gets the text at once.
    if (searchText === storedText.current) return storeText();
    const timer = setTimeout(storeText, STORE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [searchText, state, search, navigate, name]);
  return [searchText, setSearchText];
}
