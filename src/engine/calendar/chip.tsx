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

/** The name of a record in words that fit a line. */
export function useRecordName(): (record: RaRecord) => string {
  const resource = useResource();
  const translate = useTranslate();
  const one = translate(`resources.${resource.name}.forcedCaseName`);
  return (record) => typeset(recordTitle(resource, record, one));
}

/** A record on one of its days, in a table of days; it can be dragged to another one. */
export function Chip({
  dated,
  day,
  isReached,
  hasMenu,
  onDrag,
}: {
  dated: DatedRecord;
  day: string;
  /** The Tab key stops at it. */
  isReached: boolean;
  hasMenu: boolean;
  onDrag: (drag: { record: RaRecord; day: string } | null) => void;
}) {
  const translate = useTranslate();
  const name = useRecordName();
  const choice = useListChoice();
  const { findRefusal } = useReschedule();
  const { record, first, last, time } = dated;
  const colour = useContext(RowColourContext)?.(record);
  const isChosen = choice?.id === String(record.id);
  const title = name(record);
  const isFirst = first === day;
  // The name stands where the record begins and again at the beginning of each week.
  const isNamed = isFirst || new Date(day).getUTCDay() === 1;
  const label = [isFirst ? time : translate('calendar.goesOn'), title].filter(Boolean).join(', ');
  const isFixed = findRefusal(record) !== null;
  const states = [!isFirst && classes.fromBefore, last !== day && classes.onward, isChosen && classes.chosen];
  const text = (
    <>
      {isFirst && time ? <span className={classes.time}>{time}</span> : null}
      <span className={isNamed ? classes.name : classes.hidden}>{title}</span>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is only dragged; what is pressed in it is a button
    <div
      className={[classes.chip, ...states].filter(Boolean).join(' ')}
      data-chip={String(record.id)}
      draggable={!isFixed}
      onDragStart={(event: DragEvent) => {
        // Firefox drags only what carries something.
        event.dataTransfer?.setData('text/plain', title);
        onDrag({ record, day });
      }}
      onDragEnd={() => onDrag(null)}
      {...colour?.props}
    >
      {colour?.mark}
      {choice ? (
        <button
          type="button"
          className={classes.body}
          tabIndex={isReached ? 0 : -1}
          aria-label={label}
          aria-current={isChosen || undefined}
          title={title}
          onClick={() => choice.choose(record)}
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
