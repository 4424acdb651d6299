import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { announce } from '#console/ui/announce.ts';
import { IconButton } from '#console/ui/icon-button.tsx';
import { SEARCH_MAX } from '#resources/protocol/search.ts';
import { useSuggestions } from './calls.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { type Suggestion, suggestionsOf } from './suggestions.ts';
import { TagChip } from './tag-chip.tsx';
import classes from './tag-input.module.css';
import { type Tag, tagKey, withTags } from './tags.ts';

/** The pause in typing after which suggestions are asked for, ms. */
const PAUSE = 150;

/** A text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === '') {
      setSettled('');
      return;
    }
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

/**
 * The smart search: tags, and a box to type the next one in (B§2.3, RES-01, RES-06). Arrow keys lead from the box to the tags
 * and among them, Backspace takes the last one away.
 */
export function TagInput({ tags, onTags }: { tags: readonly Tag[]; onTags: (tags: Tag[]) => void }) {
  const translate = useTranslate();
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  const crosses = useRef<(HTMLButtonElement | null)[]>([]);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const wanted = useRef(false);

  const asked = useSettled(typed.trim());
  const { data, error, isFetching, isPlaceholderData } = useSuggestions(asked, tags);
  const fresh = asked === typed.trim() && data !== undefined && !isPlaceholderData && !isFetching;
  const items = useMemo(
    () => (asked !== '' && data && !error ? suggestionsOf(data, translate) : []),
    [asked, data, error, translate],
  );
  const shown = open && asked !== '' && (items.length > 0 || error !== null || data !== undefined);

  const focusTag = (at: number) => (at < tags.length ? crosses.current[at] : box.current)?.focus();
  const choose = ({ tags: added }: Suggestion) => {
    wanted.current = false;
    setTyped('');
    setActive(0);
    setOpen(false);
    onTags(withTags(tags, added));
    box.current?.focus();
  };
  const remove = (at: number, focus: number) => {
    onTags(tags.filter((_, index) => index !== at));
    // The one that moves into its place is there after the next drawing.
    requestAnimationFrame(() => {
      const last = tags.length - 1;
      (focus < 0 || focus >= last ? box.current : crosses.current[focus])?.focus();
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the first suggestion
  useEffect(() => setActive(0), [asked]);
  const chosen = useRef(choose);
  chosen.current = choose;
  useEffect(() => {
    if (!fresh) return;
    const [first] = items;
    // Enter came before the suggestions did.
    if (wanted.current && first) chosen.current(first);
    else if (open && asked !== '') announce(translate('residents.search.found', { smart_count: items.length }));
    wanted.current = false;
  }, [fresh, items, open, asked, translate]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget } = event;
    const atStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (items.length) setActive((active + (key === 'ArrowDown' ? 1 : items.length - 1)) % items.length);
    } else if (key === 'Enter') {
      event.preventDefault();
      const item = items[active];
      if (fresh && shown && item) choose(item);
      else if (typed.trim() !== '' && !fresh) wanted.current = true;
    } else if (key === 'Escape') {
      if (shown) {
        event.preventDefault();
        setOpen(false);
      }
    } else if (key === 'Backspace' && typed === '' && tags.length) {
      remove(tags.length - 1, -1);
    } else if (key === 'ArrowLeft' && atStart && tags.length) {
      event.preventDefault();
      focusTag(tags.length - 1);
    }
  }

  function onTagKey(event: KeyboardEvent<HTMLButtonElement>, at: number) {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tags.length };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      focusTag(Math.max(0, to));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      remove(at, event.key === 'Backspace' ? at - 1 : at);
    } else if (event.key === 'Escape') {
      box.current?.focus();
    }
  }

  return (
    <search
      className={classes.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the box is meant for it; keys are in it already */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        className={classes.box}
        onClick={(event) => {
          if (event.target === event.currentTarget) box.current?.focus();
        }}
      >
        <Search aria-hidden className={classes.lens} />
        {tags.length ? (
          <ul className={classes.tags} aria-label={translate('residents.search.tags')}>
            {tags.map((tag, at) => (
              <TagChip
                key={tagKey(tag)}
                tag={tag}
                ref={(cross) => {
                  crosses.current[at] = cross;
                }}
                onRemove={() => remove(at, -1)}
                onKeyDown={(event) => onTagKey(event, at)}
              />
            ))}
          </ul>
        ) : null}
        <input
          ref={box}
          className={classes.input}
          role="combobox"
          aria-label={translate('residents.search.label')}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={list}
          aria-activedescendant={shown && items[active] ? `${list}-${active}` : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          placeholder={translate(tags.length ? 'residents.search.more' : 'residents.search.placeholder')}
          value={typed}
          onChange={(event) => {
            wanted.current = false;
            setTyped(event.target.value);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {typed || tags.length ? (
          <IconButton
            label={translate('residents.search.clear')}
            onClick={() => {
              setTyped('');
              onTags([]);
              box.current?.focus();
            }}
          >
            <Close />
          </IconButton>
        ) : null}
      </div>
      <SuggestionList
        id={list}
        shown={shown}
        items={items}
        active={active}
        text={asked}
        failed={error !== null}
        busy={isFetching}
        onChoose={choose}
        onPoint={setActive}
      />
    </search>
  );
}
