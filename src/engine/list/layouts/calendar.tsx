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
import { takesNew } from '#resources/language/create-form.ts';
import { isAskedInForm } from '#resources/language/related.ts';
import { DayLists, UndatedList } from '../../calendar/day-lists.tsx';
import { daysFrom, type Look, lookTitle, rangeShown, stepTo } from '../../calendar/days.ts';
import { CalendarGrid } from '../../calendar/grid.tsx';
import type { PlacedCalendar } from '../../calendar/place.ts';
import {
  type Reschedule,
  RescheduleContext,
  useFindRefusal,
  useMoveRecord,
  useReschedule,
} from '../../calendar/reschedule.ts';
import { beginningOn, datedRecords, dateRecord, isOn } from '../../calendar/spans.ts';
import { useHasMoves } from '../../moves/has-moves.ts';
import LiveMoves from '../../moves/live-moves.ts';
import { RecordMenuExtra } from '../../record-menu-extra.ts';
import { useResource } from '../../resource-context.tsx';
import { useRowsContext } from '../list-context.tsx';
import { useListFrame } from '../list-frame.ts';
import type { CalendarPages } from '../rows.ts';
import classes from './calendar.module.css';

const MoveDayDialog = lazy(() => import('../../calendar/move-day-dialog.tsx'));

/** «Перенести на…» in the menu of a record. */
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

/** Opens the create form with the day filled in; null for those who may create nothing, and where the form does not ask for it. */
function useCreateOn(calendar: CalendarFields): ((day: string) => void) | null {
  const resource = useResource();
  const features = useFeatures();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { refusal = null } = useListFrame();
  const mayWrite = useRefusal(resource.section, 'change') === null && refusal === null;
  const { create } = resource.routes;
  const { name } = calendar.from;
  if (!mayWrite || create === undefined || !takesNew(resource, features) || !isAskedInForm(resource, name)) return null;
  return (day) =>
    navigate(create, { state: { prefill: { [name]: beginningOn(calendar, day) }, from: `${pathname}${search}` } });
}

/** The title of what is shown, the way to its neighbours and the looks. */
function Head({ place, undated, panel }: { place: PlacedCalendar; undated: number | undefined; panel: string }) {
  const translate = useTranslate();
  const { look, day, today, go } = place;
  const tabs: BarTab<Look>[] = (['month', 'week', 'day', 'agenda'] as const).map((value) => ({
    value,
    label: translate(`calendar.looks.${value}`),
  }));
  if (undated || look === 'undated') {
    tabs.push({ value: 'undated', label: translate('calendar.looks.undated', { count: undated ?? 0 }) });
  }
  const isDated = look !== 'undated';
  return (
    <div className={classes.head}>
      {isDated ? (
        <div className={classes.steps}>
          <IconButton label={translate(`calendar.previous.${look}`)} onClick={() => go({ day: stepTo(look, day, -1) })}>
            <NavigateBefore aria-hidden />
          </IconButton>
          <IconButton label={translate(`calendar.next.${look}`)} onClick={() => go({ day: stepTo(look, day, 1) })}>
            <NavigateNext aria-hidden />
          </IconButton>
          <ActionButton size="sm" onClick={() => go({ day: today })}>
            {translate('calendar.today')}
          </ActionButton>
        </div>
      ) : null}
      <h2 className={classes.title} aria-live="polite">
        {isDated ? lookTitle(look, day) : translate('calendar.undatedTitle')}
      </h2>
      <TabBar
        label={translate('calendar.looks.label')}
        tabs={tabs}
        current={look}
        panel={panel}
        look="segments"
        onChoose={(next) => go({ look: next })}
      />
    </div>
  );
}

/** The records as a look of the calendar shows them. */
function Body({ calendar, pages }: { calendar: CalendarFields; pages: CalendarPages }) {
  const translate = useTranslate();
  const { data, isFetching } = useListContext<RaRecord>();
  const phone = useWidth() === 'mobile';
  const onCreate = useCreateOn(calendar);
  const { place, counts, loadMore } = pages;
  const { look, day } = place;
  const records = useMemo(() => datedRecords(calendar, data ?? []), [calendar, data]);
  const range = useMemo(() => rangeShown(look, day), [look, day]);
  if (look === 'undated') return data ? <UndatedList calendar={calendar} records={data} loadMore={loadMore} /> : null;
  if (look === 'month' || (look === 'week' && !phone)) {
    return (
      <CalendarGrid
        calendar={calendar}
        look={look}
        range={range}
        title={lookTitle(look, day)}
        records={records}
        counts={counts}
        place={place}
        isBusy={isFetching === true}
        isCompact={phone}
        onCreate={onCreate}
      />
    );
  }
  // An agenda leaves days without records out.
  const days = daysFrom(range).filter((one) => look !== 'agenda' || records.some((dated) => isOn(dated, one)));
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

/** The records of a section on their days: as a month, a week, a day or an agenda; a record is dragged to another day, or put there by its menu. */
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
        {/* A section with moves listens already. */}
        {hasMoves ? null : <LiveMoves />}
        <Head place={place} undated={undated} panel={panel} />
        {loadedOnly === null ? null : (
          <PageNote icon={EventOutlined} text={translate('calendar.loadedOnly', { count: loadedOnly })} />
        )}
        <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, place.look)}>
          <Body calendar={calendar} pages={pages} />
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
