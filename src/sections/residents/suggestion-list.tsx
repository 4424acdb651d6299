import '#i18n/resident-search-texts.ts';
import type { HTMLAttributes, Key } from 'react';
import { useTranslate } from 'react-admin';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import { typeset } from '#i18n/typeset.ts';
import classes from './suggestion-list.module.css';
import type { Suggestion } from './suggestions.ts';
import { TagIcon } from './tag-icon.tsx';
import type { Suggesting } from './use-suggesting.ts';

/** Grouped list of suggestions below the input, which keeps the focus. */
export function SuggestionList({
  suggesting: { list, isShown, items, active, query, failed, busy },
}: {
  suggesting: Suggesting;
}) {
  const translate = useTranslate();
  const listbox: HTMLAttributes<HTMLElement> = list.getListboxProps();
  const groups = [...new Set(items.map(({ group }) => group))];
  const formatHeading = (group: Suggestion['group']) => {
    const contains = items.find(({ shows }) => shows.kind === 'contains')?.shows;
    const text = contains?.kind === 'contains' ? contains.text : query;
    return translate(`residents.search.groups.${group}`, { text });
  };
  return (
    <div
      {...listbox}
      role="listbox"
      aria-label={translate('residents.search.label')}
      aria-labelledby={undefined}
      aria-busy={busy}
      className={classes.list}
      hidden={!isShown}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, for which HTML has no element
        <div key={group} role="group" aria-label={formatHeading(group)}>
          <div className={classes.heading} aria-hidden>
            {formatHeading(group)}
          </div>
          {items.map((item, index) => {
            if (item.group !== group) return null;
            const { key: _key, ...option }: HTMLAttributes<HTMLElement> & { key: Key } = list.getOptionProps({
              option: item,
              index,
            });
            return (
              <div
                key={item.key}
                {...option}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classes.item}
              >
                <SuggestionText shows={item.shows} />
              </div>
            );
          })}
        </div>
      ))}
      {isShown && items.length === 0 ? (
        <p className={classes.nothing} role="status">
          {translate(failed ? 'residents.results.failed' : busy ? 'residents.search.busy' : 'residents.search.nothing')}
        </p>
      ) : null}
    </div>
  );
}

/** Text of a suggestion. */
function SuggestionText({ shows }: { shows: Suggestion['shows'] }) {
  const translate = useTranslate();
  if (shows.kind === 'contains') {
    return (
      <>
        <TagIcon object={shows.object} />
        <span>
          {translate(`residents.search.contains.${shows.object}`)} <mark>{shows.text}</mark>
        </span>
        {shows.count ? <span className={classes.aside}>{shows.count}</span> : null}
      </>
    );
  }
  if (shows.kind === 'parts') {
    return (
      <>
        <TagIcon object="unit" />
        <span>{shows.text}</span>
      </>
    );
  }
  if (shows.kind === 'complex') {
    return (
      <>
        <TagIcon object="complex" />
        <span>{shows.name}</span>
      </>
    );
  }
  if (shows.kind === 'building') {
    return (
      <>
        <Plate number={shows.number} aligned />
        <span>{typeset(shows.street)}</span>
        <span className={classes.aside}>{shows.complex ?? translate('residents.search.noComplex')}</span>
      </>
    );
  }
  return (
    <>
      <Avatar name={shows.name} picture={shows.avatar} size={28} />
      <span className={classes.two}>
        <span>{shows.name}</span>
        {shows.line ? <small>{shows.line}</small> : null}
      </span>
    </>
  );
}
