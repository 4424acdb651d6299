import '#i18n/resident-search-texts.ts';
import useAutocomplete from '@mui/material/useAutocomplete';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { announce } from '#console/ui/states/announce.ts';
import { useSuggestions } from './calls.ts';
import { listSuggestions, type Suggestion } from './suggestions.ts';
import type { Tag } from './tags.ts';

/** The pause in typing after which suggestions are asked for, ms. */
const PAUSE = 150;

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settledText, setSettledText] = useState(text);
  useEffect(() => {
    if (text === '') {
      setSettledText('');
      return;
    }
    const timer = setTimeout(() => setSettledText(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settledText;
}

/** The suggestions for the typed text. */
function useItems(text: string, tags: readonly Tag[]) {
  const translate = useTranslate();
  const query = useSettled(text.trim());
  const { data, error, isFetching, isPlaceholderData } = useSuggestions(query, tags);
  const items = useMemo(
    () => (query !== '' && data && !error ? listSuggestions(data, translate) : []),
    [query, data, error, translate],
  );
  return {
    asked: query,
    items,
    failed: error !== null,
    busy: isFetching,
    isFresh: query === text.trim() && data !== undefined && !isPlaceholderData && !isFetching,
    isAnswered: query !== '' && (error !== null || data !== undefined),
  };
}

/** A key that the list of suggestions may not see as well. */
type KeyOfBox = KeyboardEvent<HTMLInputElement> & { defaultMuiPrevented?: boolean };

/**
 * Suggestions below the box of the smart search: arrow keys lead through them, Enter takes one, Escape closes them.
 * @param onChoose given the tags of the suggestion that is taken
 */
export function useSuggesting(tags: readonly Tag[], onChoose: (added: readonly Tag[]) => void) {
  const translate = useTranslate();
  const [boxText, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { asked: query, items, isFresh, isAnswered, failed, busy } = useItems(boxText, tags);
  const isShown = isOpen && isAnswered;
  const isEnterPending = useRef(false);

  const choose = ({ tags: added }: Suggestion) => {
    isEnterPending.current = false;
    setText('');
    setOpen(false);
    onChoose(added);
  };
  // Another text has other options, even where they are called the same: the first one is marked again.
  const optionKey = ({ key }: Suggestion) => `${query} ${key}`;
  const options = items.map(optionKey).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options begin at the first
  useEffect(() => setActive(0), [options]);
  const list = useAutocomplete<Suggestion>({
    // Hidden here, so that the marked option stays marked while the list is closed.
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
    onHighlightChange: (_event, item) => item && setActive(items.indexOf(item)),
    onChange: (_event, item) => item && choose(item),
    onInputChange: (_event, text, reason) => {
      if (reason !== 'input') return;
      isEnterPending.current = false;
      setText(text);
      setOpen(true);
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

  /** @returns whether the key has been dealt with before the list sees it */
  function takeKey({ key }: KeyOfBox): boolean {
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !isOpen) setOpen(true);
    else if (key === 'Escape' && isShown) setOpen(false);
    else if (key === 'Enter' && !(isFresh && isShown)) isEnterPending.current = boxText.trim() !== '' && !isFresh;
    else return false;
    return true;
  }
  const onKeyDown = (event: KeyOfBox) => {
    const isTaken = takeKey(event);
    if (isTaken) event.preventDefault();
    event.defaultMuiPrevented = isTaken || event.key === 'Escape';
  };
  return {
    typed: boxText,
    setTyped: setText,
    setOpen,
    isShown,
    asked: query,
    items,
    active,
    failed,
    busy,
    list,
    onKeyDown,
  };
}

export type Suggesting = ReturnType<typeof useSuggesting>;
