import EngineeringOutlined from '@mui/icons-material/EngineeringOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { OptionGroup } from '#console/fields/parts/option-group.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { PopoverButton } from '#console/ui/buttons/popover-button.tsx';
import { type BoardFilter, loadPerformers } from '../model/board-calls.ts';
import { fullName, matching } from '../model/people.ts';
import classes from './filter-bar.module.css';

/** The performer to filter by: the reader, nobody, a person by id; null for all. */
export type ShownPerformer = 'me' | 'none' | number | null;

/** So many people are found at a glance; more are searched. */
const FEW = 8;

/** The performer whose requests the board shows, and whether only the overdue ones. */
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
  const [isOpened, setOpened] = useState(false);
  const { performer: _chosen, ...board } = filter;
  const { data } = useQuery({
    queryKey: ['tasks', 'performers-of', board],
    queryFn: ({ signal }) => loadPerformers(filter, signal),
    // A name that the address has only the id of is asked for too.
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
        onOpen={() => setOpened(true)}
        panel={(close) => (
          <People
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

const NAMED = ['me', 'none'] as const;
const optionValue = (shownPerformer: ShownPerformer) => String(shownPerformer ?? 'all');

/**
 * All, the reader's own, unassigned, then people by name.
 * @param onPressed one was chosen by a press, which ends the choice; arrow keys go on
 */
function People({
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
  const matches = useMemo(() => matching(people, query), [people, query]);
  const isPressed = useRef(false);
  const choose = (value: string) => {
    if (isPressed.current) onPressed();
    if (value === 'all') onShownPerformer(null);
    else onShownPerformer(NAMED.find((name) => name === value) ?? Number(value));
  };
  const group = (label: string, options: readonly { value: string; label: string; line?: string | null }[]) => (
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
        isPressed.current = true;
      }}
      onKeyDownCapture={() => {
        isPressed.current = false;
      }}
    >
      {group(
        translate('tasks.performers.label'),
        (['all', ...NAMED] as const).map((value) => ({ value, label: translate(`tasks.performers.${value}`) })),
      )}
      {people.length > FEW ? (
        <SearchBox label={translate('tasks.performer.search')} value={query} onText={setQuery} />
      ) : null}
      {matches.length
        ? group(
            translate('tasks.performers.people'),
            matches.map((person) => ({ value: String(person.user), label: fullName(person), line: person.position })),
          )
        : null}
    </div>
  );
}
