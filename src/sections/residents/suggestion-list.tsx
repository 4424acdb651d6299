import { useTranslate } from 'react-admin';
import { Avatar } from '#console/ui/avatar.tsx';
import { Plate } from '#console/ui/plate.tsx';
import classes from './suggestion-list.module.css';
import type { Suggestion } from './suggestions.ts';
import { TagIcon } from './tag-icon.tsx';

/** The list of suggestions below the box, in groups; focus stays in the box. */
export function SuggestionList({
  id,
  shown,
  items,
  active,
  text,
  failed,
  busy,
  onChoose,
  onPoint,
}: {
  id: string;
  shown: boolean;
  items: readonly Suggestion[];
  active: number;
  /** What they are for. */
  text: string;
  failed: boolean;
  busy: boolean;
  onChoose: (item: Suggestion) => void;
  onPoint: (index: number) => void;
}) {
  const translate = useTranslate();
  if (!shown) return <div id={id} role="listbox" aria-label={translate('residents.search.label')} hidden />;
  const groups = [...new Set(items.map(({ group }) => group))];
  const heading = (group: Suggestion['group']) => {
    const contains = items.find(({ shows }) => shows.kind === 'contains')?.shows;
    const said = contains?.kind === 'contains' ? contains.text : text;
    return translate(`residents.search.groups.${group}`, { text: said });
  };
  return (
    <div
      id={id}
      role="listbox"
      aria-label={translate('residents.search.label')}
      aria-busy={busy}
      className={classes.list}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, for which HTML has no element
        <div key={group} role="group" aria-label={heading(group)}>
          <div className={classes.heading} aria-hidden>
            {heading(group)}
          </div>
          {items.map((item, index) =>
            item.group === group ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the box, which has the focus
              <div
                key={item.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classes.item}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView?.({ block: 'nearest' });
                }}
                onClick={() => onChoose(item)}
                onPointerMove={() => onPoint(index)}
              >
                <Line shows={item.shows} />
              </div>
            ) : null,
          )}
        </div>
      ))}
      {items.length === 0 ? (
        <p className={classes.nothing} role="status">
          {translate(failed ? 'residents.results.failed' : busy ? 'residents.search.busy' : 'residents.search.nothing')}
        </p>
      ) : null}
    </div>
  );
}

/** What a suggestion says. */
function Line({ shows }: { shows: Suggestion['shows'] }) {
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
        <span>{shows.street}</span>
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
