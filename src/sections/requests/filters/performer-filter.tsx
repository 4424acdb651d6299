import EngineeringOutlined from '@mui/icons-material/EngineeringOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { PopoverButton } from '#console/ui/buttons/popover-button.tsx';
import { type BoardFilter, loadPerformers } from '../model/board-calls.ts';
import { filterPeople, fullName } from '../model/people.ts';
import classes from './filter-bar.module.css';

/** The performer to filter by: the reader (`me`), unassigned (`none`) or the id of a person; null for all. */
export type ShownPerformer = 'me' | 'none' | number | null;

/** Up to this many people the panel has no search box. */
const SEARCH_BOX_ABOVE = 8;

/** Filter by performer, and a toggle for overdue requests. */
export function PerformerFilter({
  filter,
  shownPerformer,
  onShownPerformer,
  onOverdue,
}: {
  filter: BoardFilter;
  shownPerformer: ShownPerformer;
  onShownPerformer: (shownPerformer: ShownPerformer) => void;
  onOverdue: (overdue: boolean) => void;
}) {
  const translate = useTranslate();
  const [isOpened, setIsOpened] = useState(false);
  const { performer: _chosen, ...board } = filter;
  const { data } = useQuery({
    queryKey: ['tasks', 'performers-of', board],
    queryFn: ({ signal }) => loadPerformers(filter, signal),
    // Also fetched for a performer set by the address, which has only the id, to show the name.
    enabled: filter.buildings.length > 0 && (isOpened || typeof shownPerformer === 'number'),
    staleTime: 60_000,
    retry: false,
  });
  const performer = data?.find(({ user }) => user === shownPerformer);
  const label =
    typeof shownPerformer === 'number'
      ? performer
        ? fullName(performer)
        : translate('tasks.performers.one')
      : translate(`tasks.performers.${shownPerformer ?? 'all'}`);
  const { overdue = false } = filter;
  return (
    <>
      <PopoverButton
        className={classes.services}
        labelClass={classes.label}
        icon={<EngineeringOutlined aria-hidden />}
        name={translate('tasks.performers.label')}
        label={label}
        isChosen={shownPerformer !== null}
        onOpen={() => setIsOpened(true)}
        panel={(close) => (
          <PerformerOptions
            people={data ?? []}
            shownPerformer={shownPerformer}
            onShownPerformer={onShownPerformer}
            onPressed={close}
          />
        )}
      />
      <button
        type="button"
        className={classes.services}
        aria-pressed={overdue}
        data-chosen={overdue || undefined}
        title={translate('tasks.performers.overdueOfAllTimes')}
        onClick={() => onOverdue(!overdue)}
      >
        <ScheduleOutlined aria-hidden />
        <span className={classes.label}>{translate('tasks.performers.overdue')}</span>
      </button>
    </>
  );
}

const FIXED_OPTIONS = ['me', 'none'] as const;
const optionValue = (shownPerformer: ShownPerformer) => String(shownPerformer ?? 'all');

/**
 * Options of the performer filter: all, the reader's own, unassigned, then people by name.
 * @param onPressed called for a choice by pointer, to close the panel; arrow keys keep it open
 */
function PerformerOptions({
  people,
  shownPerformer,
  onShownPerformer,
  onPressed,
}: {
  people: Awaited<ReturnType<typeof loadPerformers>>;
  shownPerformer: ShownPerformer;
  onShownPerformer: (shownPerformer: ShownPerformer) => void;
  onPressed: () => void;
}) {
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const matches = useMemo(() => filterPeople(people, query), [people, query]);
  const isByPointer = useRef(false);
  const choose = (value: string) => {
    if (isByPointer.current) onPressed();
    if (value === 'all') onShownPerformer(null);
    else onShownPerformer(FIXED_OPTIONS.find((name) => name === value) ?? Number(value));
  };
  const renderGroup = (label: string, options: readonly { value: string; label: string; line?: string | null }[]) => (
    <fieldset className={classes.whose} aria-label={label}>
      <OptionGroup
        name="tasks-performer"
        look="lines"
        options={options}
        value={optionValue(shownPerformer)}
        onChange={choose}
      />
    </fieldset>
  );
  return (
    <div
      className={classes.panel}
      onPointerDownCapture={() => {
        isByPointer.current = true;
      }}
      onKeyDownCapture={() => {
        isByPointer.current = false;
      }}
    >
      {renderGroup(
        translate('tasks.performers.label'),
        (['all', ...FIXED_OPTIONS] as const).map((value) => ({ value, label: translate(`tasks.performers.${value}`) })),
      )}
      {people.length > SEARCH_BOX_ABOVE ? (
        <SearchBox label={translate('tasks.performer.search')} value={query} onText={setQuery} />
      ) : null}
      {matches.length
        ? renderGroup(
            translate('tasks.performers.people'),
            matches.map((person) => ({ value: String(person.user), label: fullName(person), line: person.position })),
          )
        : null}
    </div>
  );
}
