import { dayLater } from '#resources/days.ts';
import '#i18n/calendar-texts.ts';
import AddOutlined from '@mui/icons-material/Add';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { CalendarFields } from '#resources/language/calendar.ts';
import { Chip } from './chip.tsx';
import { type DayRange, daysBetween, daysFrom, dayTitle, stepTo, WEEK, WEEKDAYS } from './days.ts';
import classes from './grid.module.css';
import type { PlacedCalendar } from './place.ts';
import { useReschedule } from './reschedule.ts';
import { type DatedRecord, dateRecord, isOn, weekLanes } from './spans.ts';

/** Records that a day shows before «Ещё N». */
const SHOWN = { month: 4, week: 14 } as const;

interface Props {
  calendar: CalendarFields;
  look: 'month' | 'week';
  range: DayRange;
  title: string;
  /** In the order of their beginnings. */
  records: readonly DatedRecord[];
  /** Records in all of days that are not loaded as a whole. */
  counts: Readonly<Record<string, number>>;
  place: PlacedCalendar;
  isBusy: boolean;
  /** Days say only how many records they have: on a phone. */
  isCompact: boolean;
  /** Null for those who may create nothing, and where a form does not ask for the day. */
  onCreate: ((day: string) => void) | null;
}

/** Where each key leads from a day. */
const KEYS: Readonly<Record<string, (day: string, look: Props['look'], at: number) => string>> = {
  ArrowLeft: (day) => dayLater(day, -1),
  ArrowRight: (day) => dayLater(day, 1),
  ArrowUp: (day) => dayLater(day, -WEEK),
  ArrowDown: (day) => dayLater(day, WEEK),
  Home: (day, _look, at) => dayLater(day, -at),
  End: (day, _look, at) => dayLater(day, WEEK - 1 - at),
  PageUp: (day, look) => stepTo(look, day, -1),
  PageDown: (day, look) => stepTo(look, day, 1),
};

/** Which day the arrow keys stand on, and how they go on. */
function useActiveDay({ range, place, look }: Pick<Props, 'range' | 'place' | 'look'>) {
  const table = useRef<HTMLTableElement>(null);
  const isShown = (day: string) => isOn(range, day);
  const [chosen, setChosen] = useState(place.day);
  const active = [chosen, place.day].find(isShown) ?? range.first;
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  });
  const onKeyDown = (event: KeyboardEvent, day: string) => {
    // The keys of what stands in a day are its own.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      place.go({ look: 'day', day });
      return;
    }
    const next = KEYS[event.key]?.(day, look, daysBetween(range.first, day) % WEEK);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setChosen(next);
    // Pages turn even where the next month is in view with its first days.
    if (!isShown(next) || event.key.startsWith('Page')) place.go({ day: next });
  };
  return { table, active, setActive: setChosen, onKeyDown };
}

/** Dragging a record from one day to another. */
function useDrag() {
  const { move } = useReschedule();
  const drag = useRef<{ record: RaRecord; day: string } | null>(null);
  const [over, setOver] = useState<string | null>(null);
  return {
    over,
    onDrag: (next: typeof drag.current) => {
      drag.current = next;
      if (!next) setOver(null);
    },
    enter: (day: string): boolean => {
      if (drag.current && over !== day) setOver(day);
      return drag.current !== null;
    },
    /** @param begins the day on which a record begins */
    drop: (day: string, begins: (record: RaRecord) => string | undefined) => {
      const dragged = drag.current;
      drag.current = null;
      setOver(null);
      const first = dragged && begins(dragged.record);
      // It was held by one of its days: the beginning goes as far as that day does.
      if (first) void move(dragged.record, dayLater(first, daysBetween(dragged.day, day)));
    },
  };
}

/** The weeks of a month, or one, as a table of days. */
export function CalendarGrid(props: Props) {
  const { calendar, look, range, title, records, place, isBusy } = props;
  const translate = useTranslate();
  const help = useId();
  const { table, active, setActive, onKeyDown } = useActiveDay(props);
  const { over, onDrag, enter, drop } = useDrag();
  const [hovered, setHovered] = useState<string | null>(null);
  const weeks = useMemo(() => {
    const days = daysFrom(range);
    return Array.from({ length: days.length / WEEK }, (_, at) => {
      const own = days.slice(at * WEEK, (at + 1) * WEEK);
      return { days: own, lanes: weekLanes(records, own[0] ?? range.first) };
    });
  }, [range, records]);
  const month = place.day.slice(0, 7);
  return (
    <div className={classes.frame}>
      <p id={help} className="sr-only">
        {translate('calendar.help')}
      </p>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are gone through by the arrow keys
        role="grid"
        aria-label={title}
        aria-describedby={help}
        aria-busy={isBusy}
        className={[classes.grid, look === 'week' && classes.week, props.isCompact && classes.compact]
          .filter(Boolean)
          .join(' ')}
      >
        <thead>
          <tr>
            {WEEKDAYS.map(({ short, long }) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ days, lanes }) => (
            <tr key={days[0]}>
              {days.map((day, at) => {
                const isActive = day === active;
                const states = [
                  classes.day,
                  look === 'month' && day.slice(0, 7) !== month && classes.outside,
                  day === place.today && classes.today,
                  day === over && classes.over,
                  props.onCreate && classes.open,
                ];
                return (
                  <td
                    key={day}
                    data-day={day}
                    className={states.filter(Boolean).join(' ')}
                    tabIndex={isActive ? 0 : -1}
                    aria-label={dayTitle(day)}
                    aria-current={day === place.today ? 'date' : undefined}
                    onKeyDown={(event) => onKeyDown(event, day)}
                    onFocus={() => setActive(day)}
                    onPointerEnter={() => setHovered(day)}
                    onPointerLeave={() => setHovered(null)}
                    onClick={(event) => {
                      const isElsewhere = (event.target as Element).closest('button, a, [data-chip], [role="menu"]');
                      // A menu of a record lies over the page, not in the day.
                      if (isElsewhere || !event.currentTarget.contains(event.target as Element)) return;
                      if (props.isCompact) place.go({ look: 'day', day });
                      else props.onCreate?.(day);
                    }}
                    onDragOver={(event) => {
                      if (enter(day)) event.preventDefault();
                    }}
                    onDrop={(event) => {
                      event.preventDefault();
                      drop(day, (record) => dateRecord(calendar, record)?.first);
                    }}
                  >
                    <Day
                      {...props}
                      day={day}
                      lanes={lanes[at] ?? []}
                      isActive={isActive}
                      hasMenus={isActive || day === hovered}
                      onDrag={onDrag}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({
  day,
  lanes,
  look,
  counts,
  place,
  isCompact,
  isActive,
  hasMenus,
  onCreate,
  onDrag,
}: Props & {
  day: string;
  lanes: readonly (DatedRecord | null)[];
  isActive: boolean;
  hasMenus: boolean;
  onDrag: Parameters<typeof Chip>[0]['onDrag'];
}) {
  const translate = useTranslate();
  const shownLanes = lanes.slice(0, SHOWN[look]);
  const count = counts[day] ?? lanes.filter(Boolean).length;
  const hiddenCount = count - shownLanes.filter(Boolean).length;
  const tabIndex = isActive ? 0 : -1;
  const open = () => place.go({ look: 'day', day });
  return (
    <>
      <div className={classes.head}>
        <button type="button" className={classes.number} tabIndex={tabIndex} aria-label={dayTitle(day)} onClick={open}>
          {Number(day.slice(8))}
        </button>
        {onCreate && !isCompact ? (
          <button
            type="button"
            className={classes.add}
            tabIndex={tabIndex}
            aria-label={translate('calendar.add', { day: dayTitle(day) })}
            onClick={() => onCreate(day)}
          >
            <AddOutlined aria-hidden />
          </button>
        ) : null}
      </div>
      {isCompact ? (
        count > 0 && (
          <p className={classes.count}>
            <span aria-hidden>{count}</span>
            <span className="sr-only">{translate('calendar.records', { count })}</span>
          </p>
        )
      ) : (
        <>
          {shownLanes.map((dated, lane) =>
            dated ? (
              <Chip
                key={dated.record.id}
                dated={dated}
                day={day}
                isReached={isActive}
                hasMenu={hasMenus}
                onDrag={onDrag}
              />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a free lane is told by its place alone
              <div key={`free ${lane}`} className={classes.free} aria-hidden />
            ),
          )}
          {hiddenCount > 0 ? (
            <button
              type="button"
              className={classes.more}
              tabIndex={tabIndex}
              aria-label={translate('calendar.moreOf', { count: hiddenCount, day: dayTitle(day) })}
              onClick={open}
            >
              {translate('calendar.more', { count: hiddenCount })}
            </button>
          ) : null}
        </>
      )}
    </>
  );
}
