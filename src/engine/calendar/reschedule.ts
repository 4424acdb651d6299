import '#i18n/calendar-texts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef } from 'react';
import { type Identifier, type RaRecord, useNotify, useTranslate } from 'react-admin';
import { companyToday } from '#console/data/company-clock.ts';
import { changeAuthor, readRecordChange } from '#console/data/http/edit-conflict.ts';
import { fieldSentences, reportFailure, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { refusalText, useSubject } from '#console/data/session/access.ts';
import { useFeatures } from '#console/data/session/features.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import type { ReasonText } from '#console/ui/inputs/reason.tsx';
import { refusal } from '#resources/language/access.ts';
import { controlsOtherFields } from '#resources/language/bulk-fields.ts';
import type { CalendarFields } from '#resources/language/calendar.ts';
import { derivedFields, readonlyFields } from '#resources/language/expressions/fields.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { fieldsOfUnmetSections, sentFields } from '#resources/language/payload.ts';
import { putRecord } from '../cached-lists.ts';
import { ChangedByAnother, useChangeRecord } from '../change-record.ts';
import { useResource } from '../resource-context.tsx';
import { rangeTitle } from './days.ts';
import { currentDates, dateRecord, fieldsToMove, valuesMovedTo } from './spans.ts';

/** Moves records of a calendar to other days. */
export interface Reschedule {
  /** Why a record cannot be moved; null if it can. */
  findRefusal: (record: RaRecord) => ReasonText | null;
  /** Moves a record to a day. Never rejects because of the server: refusals have been shown when it resolves. */
  move: (record: RaRecord, day: string) => Promise<void>;
  /** Opens the dialog that asks for the day. */
  ask: (record: RaRecord) => void;
}

export const RescheduleContext = createContext<Reschedule | null>(null);

/** The rescheduling functions of the surrounding calendar. */
export function useReschedule(): Reschedule {
  const reschedule = useContext(RescheduleContext);
  if (!reschedule) throw new Error('useReschedule needs a calendar around it');
  return reschedule;
}

/**
 * Returns a function that gives the reason why the date of a record cannot be changed: a missing right, a rule about single
 * records, or a field that an edit form would not change.
 */
export function useFindRefusal(calendar: CalendarFields): Reschedule['findRefusal'] {
  const resource = useResource();
  const subject = useSubject();
  const features = useFeatures();
  const translate = useTranslate();
  return useCallback(
    (record) => {
      const accessRefusal = refusal(subject, resource.section, 'change', resource.record, record);
      if (accessRefusal) return refusalText(accessRefusal, translate);
      const fixedReason = { title: translate('calendar.fixed') };
      // Other servers may require the whole record, which a list does not contain.
      if (!resource.generic) return fixedReason;
      const fields = fieldsToMove(calendar, record);
      const editableNames = new Set(sentFields(resource, 'edit', features));
      const waitingNames = fieldsOfUnmetSections(resource, record);
      if (
        fields.some(
          ({ name }) => !editableNames.has(name) || waitingNames.has(name) || controlsOtherFields(resource, name),
        )
      )
        return fixedReason;
      if (fields.every(({ field }) => field.readonly === undefined && field.when === undefined)) return null;
      const context = { today: companyToday().date, me: toId(subject.user) };
      const readonlyNames = readonlyFields(resource, record, context);
      const { absent } = derivedFields(resource, record, context);
      return fields.some(({ name }) => readonlyNames.has(name) || absent.has(name)) ? fixedReason : null;
    },
    [resource, calendar, subject, features, translate],
  );
}

/** Returns a function that moves a record to another day by the same call as the edit form, notifies and offers undo. */
export function useMoveRecord(calendar: CalendarFields): Reschedule['move'] {
  const resource = useResource();
  const { name } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const changeRecord = useChangeRecord(resource);
  const refetchSection = () => queryClient.invalidateQueries({ queryKey: [name] });
  /** The last pending change of each record; the next change of the record is sent after it, based on its result. */
  const queuesRef = useRef(new Map<Identifier, Promise<RaRecord | null>>());

  function reportChanged(error: RequestError) {
    const author = changeAuthor(readRecordChange(error));
    const key = !author || author.isOwn ? 'calendar.changed' : 'calendar.changedBy';
    reportFailure(error, translate(key, { name: author?.name }));
  }

  const hasSameDates = (one: RaRecord, other: RaRecord) =>
    JSON.stringify(currentDates(calendar, one)) === JSON.stringify(currentDates(calendar, other));

  /** Shows the new dates at once; if the server refuses, shows the reason and restores the record. */
  async function moveOptimistically(
    record: RaRecord,
    values: Readonly<Record<string, unknown>>,
  ): Promise<RaRecord | null> {
    putRecord(queryClient, name, { ...record, ...values });
    const { id } = record;
    // The previous change reports its own failure.
    const previousChange = queuesRef.current.get(id);
    const pendingChange = saveChange(
      async () => (await previousChange?.catch(() => null)) ?? record,
      values,
      () => queuesRef.current.get(id) === pendingChange,
    );
    queuesRef.current.set(id, pendingChange);
    try {
      return await pendingChange;
    } finally {
      if (queuesRef.current.get(id) === pendingChange) queuesRef.current.delete(id);
    }
  }

  /**
   * Sends a change once the previous one has finished.
   * @param findBasis resolves to the record to change
   * @param isLast whether no later change of the record is pending; only the last one updates what is shown
   */
  async function saveChange(
    findBasis: () => Promise<RaRecord>,
    values: Readonly<Record<string, unknown>>,
    isLast: () => boolean,
  ): Promise<RaRecord | null> {
    const record = await findBasis();
    try {
      const saved = await changeRecord(record, { body: () => values, isSame: hasSameDates });
      if (isLast()) putRecord(queryClient, name, saved);
      return saved;
    } catch (error) {
      if (isLast()) putRecord(queryClient, name, record);
      if (error instanceof ChangedByAnother) {
        reportChanged(error.refusal);
        return null;
      }
      if (!(error instanceof RequestError)) throw error;
      // There is no form that could show field errors.
      if (error.status === 400)
        reportFailure(error, sentences(error.body?.errors).join('\n') || fieldSentences(error.body));
      return null;
    } finally {
      if (isLast()) void refetchSection();
    }
  }

  return async (record, day) => {
    const values = valuesMovedTo(calendar, record, day);
    if (!values) return;
    const before = currentDates(calendar, record);
    const savedRecord = await moveOptimistically(record, values);
    if (!savedRecord) return;
    const entry = dateRecord(calendar, savedRecord);
    const whenText = entry ? rangeTitle(entry, companyToday().date) : '';
    const previousValues = Object.fromEntries(Object.entries(before).filter(([wire]) => wire in values));
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      await moveOptimistically(savedRecord, previousValues);
    };
    // Only the last change of a record can be undone, so its toast replaces earlier ones.
    notify(translate('calendar.moved', { when: whenText }), {
      undo,
      kind: `${name}/${record.id}/day`,
    } satisfies ToastOptions);
  };
}
