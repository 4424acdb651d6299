import '#i18n/calendar-texts.ts';
import AddOutlined from '@mui/icons-material/Add';
import { type ReactNode, useContext, useEffect, useId, useRef } from 'react';
import { type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import type { CalendarFields } from '#resources/language/calendar.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { titleField } from '#resources/language/title-field.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { listColumns } from '../list/layouts/columns.ts';
import { useListChoice } from '../list/layouts/list-choice.ts';
import { RowColourContext } from '../list/list-context.tsx';
import { RecordLines } from '../record-lines.tsx';
import { RecordMenu } from '../record-menu.tsx';
import { useResource } from '../resource-context.tsx';
import { useSlot } from '../slots.tsx';
import { useRecordName } from './chip.tsx';
import classes from './day-lists.module.css';
import { dayTitle, rangeTitle } from './days.ts';
import type { CalendarNavigation } from './place.ts';
import { type DatedRecord, includesDay } from './spans.ts';

/** Records shown per day before «Ещё N», unless it is the only day. */
const MAX_SHOWN = 20;

/** A record in full: its time or days, its title, and its non-empty columns. */
function RecordRow({
  calendar,
  record,
  whenText,
}: {
  calendar: CalendarFields;
  record: RaRecord;
  /** Formatted time or days. */
  whenText: string | null;
}) {
  const resource = useResource();
  const recordName = useRecordName();
  const sideCard = useListChoice();
  const Slot = useSlot(resource.list.card);
  const colour = useContext(RowColourContext)?.(record);
  const repeated = [titleField(resource), calendar.from.name, calendar.to?.name];
  const columns = listColumns(resource).filter(
    (column) => !repeated.includes(column.name) && !isEmpty(readWireValue(column.name, column.field, record)),
  );
  const isSelected = sideCard?.id === String(record.id);
  return (
    <li className={classes.row} data-record={String(record.id)} {...colour?.props}>
      {colour?.mark}
      <RecordContextProvider value={record}>
        {whenText ? <span className={classes.when}>{whenText}</span> : null}
        <div className={classes.text}>
          {Slot ? (
            <Slot />
          ) : (
            <>
              {sideCard ? (
                <button
                  type="button"
                  className={classes.name}
                  aria-current={isSelected || undefined}
                  onClick={() => sideCard.choose(record)}
                >
                  {recordName(record)}
                </button>
              ) : (
                <p className={classes.title}>{recordName(record)}</p>
              )}
              {columns.length > 0 ? <RecordLines columns={columns} classes={classes} /> : null}
            </>
          )}
        </div>
        <RecordMenu />
      </RecordContextProvider>
    </li>
  );
}

interface Props {
  calendar: CalendarFields;
  /** The visible days, including those without records. */
  days: readonly string[];
  records: readonly DatedRecord[];
  counts: Readonly<Record<string, number>>;
  place: CalendarNavigation;
  loadMore: (() => void) | null;
  /** Opens the create form; null if the person may not create records or the form does not ask for the day. */
  onCreate: ((day: string) => void) | null;
}

/** The visible days one below the other, each with its records. */
export function DayLists({ days, ...props }: Props) {
  const listsRef = useScrollToToday(days, props.place);
  return (
    <div ref={listsRef}>
      {days.map((day) => (
        <DayList key={day} {...props} day={day} isOnlyDay={days.length === 1} />
      ))}
    </div>
  );
}

/** Scrolls to today, or to the next day with records, when the calendar is opened or «Сегодня» is pressed. */
function useScrollToToday(days: readonly string[], { day, today }: CalendarNavigation) {
  const listsRef = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // On navigating back and after a reload the browser restores the scroll position.
  const isRestored = useNavigationType() === 'POP';
  const hasDays = days.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that load later must not scroll the page while it is being read
  useEffect(() => {
    const nextDay = days.find((otherDay) => otherDay >= today);
    if (isRestored || day !== today || nextDay === undefined || nextDay === days[0]) return;
    listsRef.current?.querySelector(`[data-day="${nextDay}"]`)?.scrollIntoView({ block: 'start' });
  }, [key, hasDays]);
  return listsRef;
}

function DayList({
  calendar,
  day,
  isOnlyDay,
  records,
  counts,
  place,
  loadMore,
  onCreate,
}: Omit<Props, 'days'> & { day: string; isOnlyDay: boolean }) {
  const translate = useTranslate();
  const headingId = useId();
  const recordsOfDay = records.filter((entry) => includesDay(entry, day));
  const shownRecords = place.view === 'day' ? recordsOfDay : recordsOfDay.slice(0, MAX_SHOWN);
  const hiddenCount = (counts[day] ?? recordsOfDay.length) - shownRecords.length;
  const isToday = day === place.today;
  const formatWhen = ({ first, last, time }: DatedRecord): string | null => {
    if (first !== last) return rangeTitle({ first, last }, place.today);
    return time;
  };
  return (
    <section className={classes.day} aria-labelledby={headingId} data-day={day}>
      <div className={classes.head}>
        <h3 id={headingId} className={isToday ? `${classes.heading} ${classes.today}` : classes.heading}>
          {place.view === 'day' ? (
            dayTitle(day)
          ) : (
            <button type="button" onClick={() => place.go({ view: 'day', day })}>
              {dayTitle(day)}
            </button>
          )}
          {isToday ? <span className={classes.sign}>{translate('calendar.isToday')}</span> : null}
        </h3>
        {onCreate ? (
          <IconButton label={translate('calendar.add', { day: dayTitle(day) })} onClick={() => onCreate(day)}>
            <AddOutlined aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {shownRecords.length === 0 && isOnlyDay ? <p className={classes.none}>{translate('calendar.none.day')}</p> : null}
      <Rows>
        {shownRecords.map((entry) => (
          <RecordRow key={entry.record.id} calendar={calendar} record={entry.record} whenText={formatWhen(entry)} />
        ))}
      </Rows>
      {hiddenCount > 0 && place.view !== 'day' ? (
        <ActionButton
          size="sm"
          variant="ghost"
          name={translate('calendar.moreOf', { count: hiddenCount, day: dayTitle(day) })}
          onClick={() => place.go({ view: 'day', day })}
        >
          {translate('calendar.more', { count: hiddenCount })}
        </ActionButton>
      ) : null}
      {place.view === 'day' && loadMore ? <MoreButton onMore={loadMore} /> : null}
    </section>
  );
}

const Rows = ({ children }: { children: ReactNode[] }) =>
  children.length > 0 ? <ul className={classes.rows}>{children}</ul> : null;

function MoreButton({ onMore }: { onMore: () => void }) {
  const translate = useTranslate();
  return (
    <ActionButton size="sm" variant="ghost" onClick={onMore}>
      {translate('calendar.showMore')}
    </ActionButton>
  );
}

/** Records without a date. */
export function UndatedList({
  calendar,
  records,
  loadMore,
}: {
  calendar: CalendarFields;
  records: readonly RaRecord[];
  loadMore: (() => void) | null;
}) {
  const translate = useTranslate();
  return (
    <section className={classes.day} aria-label={translate('calendar.undatedTitle')}>
      {records.length === 0 ? <p className={classes.none}>{translate('calendar.none.undated')}</p> : null}
      <Rows>
        {records.map((record) => (
          <RecordRow key={record.id} calendar={calendar} record={record} whenText={null} />
        ))}
      </Rows>
      {loadMore ? <MoreButton onMore={loadMore} /> : null}
    </section>
  );
}
