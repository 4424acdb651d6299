import '#i18n/resident-search-texts.ts';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { announce } from '#console/ui/states/announce.ts';
import { useSuggestions } from './calls.ts';
import { listSuggestions, type Suggestion } from './suggestions.ts';
import type { Tag } from './tags.ts';

/** Debounce of typing before suggestions are requested, ms. */
const DEBOUNCE_MS = 150;

/** Debounces a text; an empty text is returned at once. */
function useDebouncedText(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    if (text === '') {
      setDebouncedText('');
      return;
    }
    const timer = setTimeout(() => setDebouncedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : debouncedText;
}

/** The suggestions for the typed text. */
function useSuggestedItems(text: string, tags: readonly Tag[]) {
  const translate = useTranslate();
  const query = useDebouncedText(text.trim());
  const { data, error, isFetching, isPlaceholderData } = useSuggestions(query, tags);
  const items = useMemo(
    () => (query !== '' && data && !error ? listSuggestions(data, translate) : []),
    [query, data, error, translate],
  );
  return {
    query,
    items,
    failed: error !== null,
    busy: isFetching,
    isFresh: query === text.trim() && data !== undefined && !isPlaceholderData && !isFetching,
    isAnswered: query !== '' && (error !== null || data !== undefined),
  };
}

/** A key event that can be hidden from the list of suggestions. */
type InputKeyEvent = KeyboardEvent<HTMLInputElement> & { defaultMuiPrevented?: boolean };

/**
 * Suggestions below the input of the smart search: arrow keys move through them, Enter chooses one, Escape closes them.
 * @param onChoose gets the tags of the chosen suggestion
 */
export function useSuggesting(tags: readonly Tag[], onChoose: (added: readonly Tag[]) => void) {
  const translate = useTranslate();
  const [boxText, setBoxText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const { query, items, isFresh, isAnswered, failed, busy } = useSuggestedItems(boxText, tags);
  const isShown = isOpen && isAnswered;
  const isEnterPending = useRef(false);

  const choose = ({ tags: added }: Suggestion) => {
    isEnterPending.current = false;
    setBoxText('');
    setIsOpen(false);
    onChoose(added);
  };
  // The key includes the query, so that a changed text marks the first option again even if the options are the same.
  const optionKey = ({ key }: Suggestion) => `${query} ${key}`;
  const options = items.map(optionKey).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the options change
  useEffect(() => setActiveIndex(0), [options]);
  const list = useAutocomplete<Suggestion>({
    // Always open for MUI and hidden by us, so that the marked option stays marked while the list is closed.
    open: true,
    options: items,
    value: null,
    inputValue: boxText,
    autoHighlight: true,
    clearOnBlur: false,
    disableCloseOnSelect: true,
    handleHomeEndKeys: false,
    selectOnFocus: false,
    filterOptions: (all) => all,
    getOptionLabel: optionKey,
    getOptionKey: optionKey,
    onHighlightChange: (_event, item) => item && setActiveIndex(items.indexOf(item)),
    onChange: (_event, item) => item && choose(item),
    onInputChange: (_event, text, reason) => {
      if (reason !== 'input') return;
      isEnterPending.current = false;
      setBoxText(text);
      setIsOpen(true);
    },
  });

  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    if (!isFresh) return;
    const [first] = items;
    if (isEnterPending.current && first) latest.current(first);
    else if (isOpen && query !== '') announce(translate('residents.search.found', { smart_count: items.length }));
    isEnterPending.current = false;
  }, [isFresh, items, isOpen, query, translate]);

  /** @returns whether the key was handled here and must not reach the list */
  function handleKey({ key }: InputKeyEvent): boolean {
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !isOpen) setIsOpen(true);
    else if (key === 'Escape' && isShown) setIsOpen(false);
    else if (key === 'Enter' && !(isFresh && isShown)) isEnterPending.current = boxText.trim() !== '' && !isFresh;
    else return false;
    return true;
  }
  const onKeyDown = (event: InputKeyEvent) => {
    const isHandled = handleKey(event);
    if (isHandled) event.preventDefault();
    event.defaultMuiPrevented = isHandled || event.key === 'Escape';
  };
  return {
    typed: boxText,
    setTyped: setBoxText,
    setOpen: setIsOpen,
    isShown,
    query,
    items,
    active: activeIndex,
    failed,
    busy,
    list,
    onKeyDown,
  };
}

export type Suggesting = ReturnType<typeof useSuggesting>;
