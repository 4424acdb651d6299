import '#i18n/resident-search-texts.ts';
import Close from '@mui/icons-material/Close';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslate } from 'react-admin';
import { typeset } from '#i18n/typeset.ts';
import { TagIcon } from './tag-icon.tsx';
import classes from './tag-input.module.css';
import type { Tag } from './tags.ts';

/** A chosen tag; its remove button gets the keyboard focus. */
export function TagChip({
  tag,
  ref,
  onRemove,
  onKeyDown,
}: {
  tag: Tag;
  ref: Ref<HTMLButtonElement>;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}) {
  const translate = useTranslate();
  const kind = translate(`residents.search.tag.${tag.objectType}`);
  return (
    <li className={classes.tag} data-object-type={tag.objectType} data-search-type={tag.searchType}>
      <TagIcon object={tag.objectType} />
      <span className={classes.text}>
        <em>{kind}</em> {typeset(tag.label)}
      </span>
      <button
        type="button"
        className={classes.cross}
        tabIndex={-1}
        ref={ref}
        aria-label={translate('residents.search.removeTag', { tag: `${kind} ${tag.label}` })}
        onClick={onRemove}
        onKeyDown={onKeyDown}
      >
        <Close aria-hidden />
      </button>
    </li>
  );
}
