import '#i18n/calendar-texts.ts';
import '#console/ui/display/colours.css';
import EventOutlined from '@mui/icons-material/EventOutlined';
import NavigateBefore from '@mui/icons-material/NavigateBefore';
import NavigateNext from '@mui/icons-material/NavigateNext';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { useRefusal } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import { PageNote } from '#console/shell/page-notes.tsx';
import { useWidth } from '#console/shell/width.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { type BarTab, TabBar, tabId } from '#console/ui/navigation/tab-bar.tsx';
import { type MenuChildProps, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { type CalendarFields, calendarFields } from '#resources/language/calendar.ts';
import { canCreateRecords } from '#resources/language/create-form.ts';
import { isInCreateForm } from '#resources/language/related.ts';
import { DayLists, UndatedList } from '../../calendar/day-lists.tsx';
import { type CalendarView, daysFrom, stepDay, viewTitle, visibleRange } from '../../calendar/days.ts';
import { CalendarGrid } from '../../calendar/grid.tsx';
import type { CalendarNavigation } from '../../calendar/place.ts';
import {
  type Reschedule,
  RescheduleContext,
  useFindRefusal,
  useMoveRecord,
  useReschedule,
} from '../../calendar/reschedule.ts';
import { datedRecords, dateRecord, includesDay, startOnDay } from '../../calendar/spans.ts';
import { useHasMoves } from '../../moves/has-moves.ts';
import LiveMoves from '../../moves/live-moves.ts';
import { RecordMenuExtra } from '../../record-menu-extra.ts';
import { useResource } from '../../resource-context.tsx';
import { useRowsContext } from '../list-context.tsx';
import { useListFrame } from '../list-frame.ts';
import type { CalendarPages } from '../rows.ts';
import classes from './calendar.module.css';

const MoveDayDialog = lazy(() => import('../../calendar/move-day-dialog.tsx'));

/** Menu item «Перенести на…» of a record. */
function MoveDayItem({ record, ...menu }: MenuChildProps & { record: RaRecord }) {
  const resource = useResource();
  const translate = useTranslate();
  const { findRefusal, ask } = useReschedule();
  const calendar = calendarFields(resource);
  const isDated = calendar !== null && dateRecord(calendar, record) !== null;
  return (
    <RowMenuItem
      {...menu}
      icon={<EventOutlined aria-hidden />}
      refusal={findRefusal(record)}
      onClick={() => ask(record)}
    >
      {translate(isDated ? 'calendar.move' : 'calendar.setDate')}
    </RowMenuItem>
  );
}

/**
 * Opens the create form with the day filled in; null if the person may not create records or the form does not ask for the date.
 */
function useCreateOn(calendar: CalendarFields): ((day: string) => void) | null {
  const resource = useResource();
  const features = useFeatures();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { refusal = null } = useListFrame();
  const canWrite = useRefusal(resource.section, 'change') === null && refusal === null;
  const { create } = resource.routes;
  const { name } = calendar.from;
  if (!canWrite || create === undefined || !canCreateRecords(resource, features) || !isInCreateForm(resource, name))
    return null;
  return (day) =>
    navigate(create, { state: { prefill: { [name]: startOnDay(calendar, day) }, from: `${pathname}${search}` } });
}

/** Title of the visible range, buttons for the neighbouring ranges, and tabs of the views. */
function CalendarHead({
  place,
  undated,
  panel,
}: {
  place: CalendarNavigation;
  undated: number | undefined;
  panel: string;
}) {
  const translate = useTranslate();
  const { view, day, today, go } = place;
  const tabs: BarTab<CalendarView>[] = (['month', 'week', 'day', 'agenda'] as const).map((value) => ({
    value,
    label: translate(`calendar.looks.${value}`),
  }));
  if (undated || view === 'undated') {
    tabs.push({ value: 'undated', label: translate('calendar.looks.undated', { count: undated ?? 0 }) });
  }
  const isDated = view !== 'undated';
  return (
    <div className={classes.head}>
      {isDated ? (
        <div className={classes.steps}>
          <IconButton
            label={translate(`calendar.previous.${view}`)}
            onClick={() => go({ day: stepDay(view, day, -1) })}
          >
            <NavigateBefore aria-hidden />
          </IconButton>
          <IconButton label={translate(`calendar.next.${view}`)} onClick={() => go({ day: stepDay(view, day, 1) })}>
            <NavigateNext aria-hidden />
          </IconButton>
          <ActionButton size="sm" onClick={() => go({ day: today })}>
            {translate('calendar.today')}
          </ActionButton>
        </div>
      ) : null}
      <h2 className={classes.title} aria-live="polite">
        {isDated ? viewTitle(view, day) : translate('calendar.undatedTitle')}
      </h2>
      <TabBar
        label={translate('calendar.looks.label')}
        tabs={tabs}
        current={view}
        panel={panel}
        look="segments"
        onChoose={(next) => go({ view: next })}
      />
    </div>
  );
}

/** The records in the selected view of the calendar. */
function CalendarBody({ calendar, pages }: { calendar: CalendarFields; pages: CalendarPages }) {
  const translate = useTranslate();
  const { data, isFetching } = useListContext<RaRecord>();
  const isPhone = useWidth() === 'mobile';
  const onCreate = useCreateOn(calendar);
  const { place, counts, loadMore } = pages;
  const { view, day } = place;
  const records = useMemo(() => datedRecords(calendar, data ?? []), [calendar, data]);
  const range = useMemo(() => visibleRange(view, day), [view, day]);
  if (view === 'undated') return data ? <UndatedList calendar={calendar} records={data} loadMore={loadMore} /> : null;
  if (view === 'month' || (view === 'week' && !isPhone)) {
    return (
      <CalendarGrid
        calendar={calendar}
        view={view}
        range={range}
        title={viewTitle(view, day)}
        records={records}
        counts={counts}
        place={place}
        isBusy={isFetching === true}
        isCompact={isPhone}
        onCreate={onCreate}
      />
    );
  }
  // An agenda omits days without records.
  const days = daysFrom(range).filter((one) => view !== 'agenda' || records.some((entry) => includesDay(entry, one)));
  return (
    <div aria-busy={isFetching}>
      {data && !isFetching && days.length === 0 ? (
        <p className={classes.none}>{translate('calendar.none.agenda')}</p>
      ) : null}
      <DayLists
        calendar={calendar}
        days={days}
        records={records}
        counts={counts}
        place={place}
        loadMore={loadMore}
        onCreate={onCreate}
      />
    </div>
  );
}

/**
 * The records of a section by date: as month, week, day or agenda. A record is moved to another day by dragging or by its menu.
 */
export function CalendarLayout() {
  const resource = useResource();
  const translate = useTranslate();
  const panel = useId();
  const calendar = useMemo(() => calendarFields(resource), [resource]);
  const { calendar: pages } = useRowsContext();
  if (!calendar || !pages) throw new Error(`The calendar of ${resource.name} has no dates`);
  const hasMoves = useHasMoves(resource);
  const [recordToMove, setRecordToMove] = useState<RaRecord | null>(null);
  const findRefusal = useFindRefusal(calendar);
  const move = useMoveRecord(calendar);
  const reschedule: Reschedule = { findRefusal, move, ask: setRecordToMove };
  const { place, undated, loadedOnly } = pages;
  return (
    <RescheduleContext value={reschedule}>
      <RecordMenuExtra value={MoveDayItem}>
        {/* A section with moves already subscribes to live changes. */}
        {hasMoves ? null : <LiveMoves />}
        <CalendarHead place={place} undated={undated} panel={panel} />
        {loadedOnly === null ? null : (
          <PageNote icon={EventOutlined} text={translate('calendar.loadedOnly', { count: loadedOnly })} />
        )}
        <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, place.view)}>
          <CalendarBody calendar={calendar} pages={pages} />
        </div>
      </RecordMenuExtra>
      {recordToMove ? (
        <Suspense>
          <MoveDayDialog
            calendar={calendar}
            record={recordToMove}
            onDay={(day) => move(recordToMove, day)}
            onClose={() => setRecordToMove(null)}
          />
        </Suspense>
      ) : null}
    </RescheduleContext>
  );
}
