import { type DragEvent, useContext } from 'react';
import { type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { typeset } from '#i18n/typeset.ts';
import { useListChoice } from '../list/layouts/list-choice.ts';
import { RowColourContext } from '../list/list-context.tsx';
import { RecordMenu } from '../record-menu.tsx';
import { recordTitle, useResource } from '../resource-context.tsx';
import classes from './grid.module.css';
import { useReschedule } from './reschedule.ts';
import type { DatedRecord } from './spans.ts';

/** Returns a function that formats the title of a record for a single line. */
export function useRecordName(): (record: RaRecord) => string {
  const resource = useResource();
  const translate = useTranslate();
  const recordNoun = translate(`resources.${resource.name}.forcedCaseName`);
  return (record) => typeset(recordTitle(resource, record, recordNoun));
}

/** A record on one of its days in the calendar grid; draggable to another day. */
export function CalendarChip({
  entry,
  day,
  isTabStop,
  hasMenu,
  onDrag,
}: {
  entry: DatedRecord;
  day: string;
  /** Whether it is the tab stop of the grid. */
  isTabStop: boolean;
  hasMenu: boolean;
  onDrag: (drag: { record: RaRecord; day: string } | null) => void;
}) {
  const translate = useTranslate();
  const name = useRecordName();
  const sideCard = useListChoice();
  const { findRefusal } = useReschedule();
  const { record, first, last, time } = entry;
  const colour = useContext(RowColourContext)?.(record);
  const isSelected = sideCard?.id === String(record.id);
  const title = name(record);
  const isFirst = first === day;
  // The name is shown on the record's first day and again on each Monday.
  const hasVisibleName = isFirst || new Date(day).getUTCDay() === 1;
  const label = [isFirst ? time : translate('calendar.goesOn'), title].filter(Boolean).join(', ');
  const isFixed = findRefusal(record) !== null;
  const states = [!isFirst && classes.fromBefore, last !== day && classes.onward, isSelected && classes.chosen];
  const text = (
    <>
      {isFirst && time ? <span className={classes.time}>{time}</span> : null}
      <span className={hasVisibleName ? classes.name : classes.hidden}>{title}</span>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only draggable; the control inside is a button
    <div
      className={[classes.chip, ...states].filter(Boolean).join(' ')}
      data-chip={String(record.id)}
      draggable={!isFixed}
      onDragStart={(event: DragEvent) => {
        // Firefox drags only elements with data.
        event.dataTransfer?.setData('text/plain', title);
        onDrag({ record, day });
      }}
      onDragEnd={() => onDrag(null)}
      {...colour?.props}
    >
      {colour?.mark}
      {sideCard ? (
        <button
          type="button"
          className={classes.body}
          tabIndex={isTabStop ? 0 : -1}
          aria-label={label}
          aria-current={isSelected || undefined}
          title={title}
          onClick={() => sideCard.choose(record)}
        >
          {text}
        </button>
      ) : (
        <span className={classes.body} title={title}>
          {text}
        </span>
      )}
      {hasMenu ? (
        <span className={classes.menu}>
          <RecordContextProvider value={record}>
            <RecordMenu />
          </RecordContextProvider>
        </span>
      ) : null}
    </div>
  );
}
