import '#i18n/resident-search-texts.ts';
import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { useForkRef } from '@mui/material/utils';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { SEARCH_MAX } from '#resources/protocol/search/search.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { TagChip } from './tag-chip.tsx';
import classes from './tag-input.module.css';
import { type Tag, tagKey, withTags } from './tags.ts';
import { type Suggesting, useSuggesting } from './use-suggesting.ts';

interface Props {
  tags: readonly Tag[];
  onTags: (tags: Tag[]) => void;
}

/** Keys of the tags: arrows move between the input and the remove buttons, Backspace and Delete remove a tag. */
function useTagKeys({ tags, onTags }: Props, box: RefObject<HTMLInputElement | null>) {
  const removeButtons = useRef<(HTMLButtonElement | null)[]>([]);
  const focusTag = (index: number) => (index < tags.length ? removeButtons.current[index] : box.current)?.focus();
  const remove = (tagIndex: number, focus: number) => {
    onTags(tags.filter((_, index) => index !== tagIndex));
    // The tag that takes its index is rendered in the next frame.
    requestAnimationFrame(() => {
      const last = tags.length - 1;
      (focus < 0 || focus >= last ? box.current : removeButtons.current[focus])?.focus();
    });
  };

  function onTagKey(event: KeyboardEvent<HTMLButtonElement>, index: number) {
    const moves: Record<string, number> = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tags.length };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusTag(Math.max(0, target));
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      remove(index, event.key === 'Backspace' ? index - 1 : index);
    } else if (event.key === 'Escape') {
      box.current?.focus();
    }
  }
  function onBoxKey(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    if (!tags.length) return;
    if (event.key === 'Backspace' && value === '') remove(tags.length - 1, -1);
    if (event.key === 'ArrowLeft' && selectionStart === 0 && selectionEnd === 0) {
      event.preventDefault();
      focusTag(tags.length - 1);
    }
  }
  return { crosses: removeButtons, remove, onTagKey, onBoxKey };
}

/** Smart search: tags and an input for the next one (RES-01, RES-06). */
export function TagInput({ tags, onTags }: Props) {
  const translate = useTranslate();
  const box = useRef<HTMLInputElement>(null);
  const suggesting = useSuggesting(tags, (added) => {
    onTags(withTags(tags, added));
    box.current?.focus();
  });
  const { crosses, remove, onTagKey, onBoxKey } = useTagKeys({ tags, onTags }, box);
  const { typed: text, setTyped, setOpen } = suggesting;
  return (
    <search
      className={classes.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the input focuses it; the keyboard does not need that */}
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
            {tags.map((tag, index) => (
              <TagChip
                key={tagKey(tag)}
                tag={tag}
                ref={(button) => {
                  crosses.current[index] = button;
                }}
                onRemove={() => remove(index, -1)}
                onKeyDown={(event) => onTagKey(event, index)}
              />
            ))}
          </ul>
        ) : null}
        <SearchInput suggesting={suggesting} box={box} hasTags={tags.length > 0} onKey={onBoxKey} />
        {text || tags.length ? (
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
      <SuggestionList suggesting={suggesting} />
    </search>
  );
}

/** The input; it keeps the focus while arrow keys move through the suggestions. */
function SearchInput({
  suggesting: { typed: text, list, items, active, isShown, setOpen, onKeyDown },
  box,
  hasTags,
  onKey,
}: {
  suggesting: Suggesting;
  box: RefObject<HTMLInputElement | null>;
  hasTags: boolean;
  /** Handles a key before the suggestions do. */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
}) {
  const translate = useTranslate();
  const { ref, ...input } = list.getInputProps() as ReturnType<typeof list.getInputProps> & {
    ref: RefObject<HTMLInputElement | null>;
  };
  const root = list.getRootProps({
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      onKey(event);
      onKeyDown(event);
    },
  });
  return (
    <input
      {...input}
      ref={useForkRef(ref, box)}
      className={classes.input}
      role="combobox"
      aria-autocomplete="list"
      aria-label={translate('residents.search.label')}
      aria-expanded={isShown}
      aria-controls={list.getListboxProps().id}
      aria-activedescendant={
        isShown && items[active] ? list.getOptionProps({ option: items[active], index: active }).id : undefined
      }
      autoCorrect="off"
      maxLength={SEARCH_MAX}
      placeholder={translate(hasTags ? 'residents.search.more' : 'residents.search.placeholder')}
      value={text}
      onFocus={() => setOpen(true)}
      onKeyDown={root.onKeyDown}
    />
  );
}
