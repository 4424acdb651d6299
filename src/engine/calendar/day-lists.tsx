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
import { wireOf } from '#resources/language/wire-keys.ts';
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
import type { PlacedCalendar } from './place.ts';
import { type DatedRecord, isOn } from './spans.ts';

/** Records that a day shows before «Ещё N», where it is not the only one. */
const SHOWN = 20;

/** A record in full: its time or days, its name, and those of its columns that hold something. */
function Row({
  calendar,
  record,
  when,
}: {
  calendar: CalendarFields;
  record: RaRecord;
  /** The time, or the days. */
  when: string | null;
}) {
  const resource = useResource();
  const name = useRecordName();
  const choice = useListChoice();
  const Slot = useSlot(resource.list.card);
  const colour = useContext(RowColourContext)?.(record);
  const repeated = [titleField(resource), calendar.from.name, calendar.to?.name];
  const columns = listColumns(resource).filter(
    (column) => !repeated.includes(column.name) && !isEmpty(wireOf(column.name, column.field, record)),
  );
  const isChosen = choice?.id === String(record.id);
  return (
    <li className={classes.row} data-record={String(record.id)} {...colour?.props}>
      {colour?.mark}
      <RecordContextProvider value={record}>
        {when ? <span className={classes.when}>{when}</span> : null}
        <div className={classes.text}>
          {Slot ? (
            <Slot />
          ) : (
            <>
              {choice ? (
                <button
                  type="button"
                  className={classes.name}
                  aria-current={isChosen || undefined}
                  onClick={() => choice.choose(record)}
                >
                  {name(record)}
                </button>
              ) : (
                <p className={classes.title}>{name(record)}</p>
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
  /** The days that are shown, also those without records. */
  days: readonly string[];
  records: readonly DatedRecord[];
  counts: Readonly<Record<string, number>>;
  place: PlacedCalendar;
  loadMore: (() => void) | null;
  /** Null for those who may create nothing, and where a form does not ask for the day. */
  onCreate: ((day: string) => void) | null;
}

/** Days one below another, each with its records. */
export function DayLists({ days, ...props }: Props) {
  const lists = useToday(days, props.place);
  return (
    <div ref={lists}>
      {days.map((day) => (
        <DayList key={day} {...props} day={day} isAlone={days.length === 1} />
      ))}
    </div>
  );
}

/** Scrolls to today, or to the first day with records after it, when the calendar is opened or «Сегодня» is pressed. */
function useToday(days: readonly string[], { day, today }: PlacedCalendar) {
  const lists = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  // On the way back and after a reload the page is where it was left.
  const isRestored = useNavigationType() === 'POP';
  const hasDays = days.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that come later must not scroll what is being read
  useEffect(() => {
    const next = days.find((one) => one >= today);
    if (isRestored || day !== today || next === undefined || next === days[0]) return;
    lists.current?.querySelector(`[data-day="${next}"]`)?.scrollIntoView({ block: 'start' });
  }, [key, hasDays]);
  return lists;
}

function DayList({
  calendar,
  day,
  isAlone,
  records,
  counts,
  place,
  loadMore,
  onCreate,
}: Omit<Props, 'days'> & { day: string; isAlone: boolean }) {
  const translate = useTranslate();
  const heading = useId();
  const recordsOfDay = records.filter((dated) => isOn(dated, day));
  const shownRecords = place.look === 'day' ? recordsOfDay : recordsOfDay.slice(0, SHOWN);
  const hiddenCount = (counts[day] ?? recordsOfDay.length) - shownRecords.length;
  const isToday = day === place.today;
  const sayWhen = ({ first, last, time }: DatedRecord): string | null => {
    if (first !== last) return rangeTitle({ first, last }, place.today);
    return time;
  };
  return (
    <section className={classes.day} aria-labelledby={heading} data-day={day}>
      <div className={classes.head}>
        <h3 id={heading} className={isToday ? `${classes.heading} ${classes.today}` : classes.heading}>
          {place.look === 'day' ? (
            dayTitle(day)
          ) : (
            <button type="button" onClick={() => place.go({ look: 'day', day })}>
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
      {shownRecords.length === 0 && isAlone ? <p className={classes.none}>{translate('calendar.none.day')}</p> : null}
      <Rows>
        {shownRecords.map((dated) => (
          <Row key={dated.record.id} calendar={calendar} record={dated.record} when={sayWhen(dated)} />
        ))}
      </Rows>
      {hiddenCount > 0 && place.look !== 'day' ? (
        <ActionButton
          size="sm"
          variant="ghost"
          name={translate('calendar.moreOf', { count: hiddenCount, day: dayTitle(day) })}
          onClick={() => place.go({ look: 'day', day })}
        >
          {translate('calendar.more', { count: hiddenCount })}
        </ActionButton>
      ) : null}
      {place.look === 'day' && loadMore ? <MoreButton onMore={loadMore} /> : null}
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

/** The records without a date. */
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
          <Row key={record.id} calendar={calendar} record={record} when={null} />
        ))}
      </Rows>
      {loadMore ? <MoreButton onMore={loadMore} /> : null}
    </section>
  );
}
