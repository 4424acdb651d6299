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
import { decidesOthers } from '#resources/language/bulk-fields.ts';
import type { CalendarFields } from '#resources/language/calendar.ts';
import { derivedFields, readonlyFields } from '#resources/language/expressions/fields.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { waitingFor, writtenFields } from '#resources/language/payload.ts';
import { putRecord } from '../cached-lists.ts';
import { ChangedByAnother, useChangeRecord } from '../change-record.ts';
import { useResource } from '../resource-context.tsx';
import { rangeTitle } from './days.ts';
import { currentDates, dateRecord, movedFields, movedTo } from './spans.ts';

/** How the records of a calendar are put on other days. */
export interface Reschedule {
  /** Why a record stays where it is; null where it can be moved. */
  findRefusal: (record: RaRecord) => ReasonText | null;
  /** Puts a record on a day. What the server refuses has been told once it resolves. */
  move: (record: RaRecord, day: string) => Promise<void>;
  /** Asks for the day. */
  ask: (record: RaRecord) => void;
}

export const RescheduleContext = createContext<Reschedule | null>(null);

/** How the records of the calendar around the caller are put on other days. */
export function useReschedule(): Reschedule {
  const reschedule = useContext(RescheduleContext);
  if (!reschedule) throw new Error('useReschedule needs a calendar around it');
  return reschedule;
}

/** Finds why the date of a record cannot be changed here: the right, a rule about single records, or a field that an edit form would not change. */
export function useFindRefusal(calendar: CalendarFields): Reschedule['findRefusal'] {
  const resource = useResource();
  const subject = useSubject();
  const features = useFeatures();
  const translate = useTranslate();
  return useCallback(
    (record) => {
      const why = refusal(subject, resource.section, 'change', resource.record, record);
      if (why) return refusalText(why, translate);
      const fixed = { title: translate('calendar.fixed') };
      // Another server may want the whole record, of which a list does not have everything.
      if (!resource.generic) return fixed;
      const fields = movedFields(calendar, record);
      const written = new Set(writtenFields(resource, 'edit', features));
      const waiting = waitingFor(resource, record);
      if (fields.some(({ name }) => !written.has(name) || waiting.has(name) || decidesOthers(resource, name)))
        return fixed;
      if (fields.every(({ field }) => field.readonly === undefined && field.when === undefined)) return null;
      const moment = { today: companyToday().date, me: idOf(subject.user) };
      const readonly = readonlyFields(resource, record, moment);
      const { absent } = derivedFields(resource, record, moment);
      return fields.some(({ name }) => readonly.has(name) || absent.has(name)) ? fixed : null;
    },
    [resource, calendar, subject, features, translate],
  );
}

/** Puts records on other days, by the same call as the form of the section, says so and offers to take it back. */
export function useMoveRecord(calendar: CalendarFields): Reschedule['move'] {
  const resource = useResource();
  const { name } = resource;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const change = useChangeRecord(resource);
  const anew = () => queryClient.invalidateQueries({ queryKey: [name] });
  /** The last change on its way of each record: the next one of the same record is sent after it, of the record that it answers. */
  const queues = useRef(new Map<Identifier, Promise<RaRecord | null>>());

  function tellChanged(error: RequestError) {
    const author = changeAuthor(readRecordChange(error));
    const key = !author || author.isOwn ? 'calendar.changed' : 'calendar.changedBy';
    reportFailure(error, translate(key, { name: author?.name }));
  }

  const hasSameDates = (one: RaRecord, other: RaRecord) =>
    JSON.stringify(currentDates(calendar, one)) === JSON.stringify(currentDates(calendar, other));

  /** Shows the new dates at once; where the server refuses them, says why and shows the record as it was. */
  async function apply(record: RaRecord, values: Readonly<Record<string, unknown>>): Promise<RaRecord | null> {
    putRecord(queryClient, name, { ...record, ...values });
    const { id } = record;
    // The change before it reports its own failure.
    const before = queues.current.get(id);
    const sending = send(
      async () => (await before?.catch(() => null)) ?? record,
      values,
      () => queues.current.get(id) === sending,
    );
    queues.current.set(id, sending);
    try {
      return await sending;
    } finally {
      if (queues.current.get(id) === sending) queues.current.delete(id);
    }
  }

  /**
   * @param findBasis waits for the record that is changed
   * @param isLast whether no other change of it waits: that one is what is shown
   */
  async function send(
    findBasis: () => Promise<RaRecord>,
    values: Readonly<Record<string, unknown>>,
    isLast: () => boolean,
  ): Promise<RaRecord | null> {
    const record = await findBasis();
    try {
      const saved = await change(record, { body: () => values, isSame: hasSameDates });
      if (isLast()) putRecord(queryClient, name, saved);
      return saved;
    } catch (error) {
      if (isLast()) putRecord(queryClient, name, record);
      if (error instanceof ChangedByAnother) {
        tellChanged(error.refusal);
        return null;
      }
      if (!(error instanceof RequestError)) throw error;
      // No form shows what is wrong with the fields.
      if (error.status === 400)
        reportFailure(error, sentences(error.body?.errors).join('\n') || fieldSentences(error.body));
      return null;
    } finally {
      if (isLast()) void anew();
    }
  }

  return async (record, day) => {
    const values = movedTo(calendar, record, day);
    if (!values) return;
    const before = currentDates(calendar, record);
    const savedRecord = await apply(record, values);
    if (!savedRecord) return;
    const dated = dateRecord(calendar, savedRecord);
    const when = dated ? rangeTitle(dated, companyToday().date) : '';
    const takenBack = Object.fromEntries(Object.entries(before).filter(([wire]) => wire in values));
    const undo = async () => {
      focusHeadingInstead(document.activeElement);
      await apply(savedRecord, takenBack);
    };
    // Of several changes of one record the last alone is taken back.
    notify(translate('calendar.moved', { when }), { undo, kind: `${name}/${record.id}/day` } satisfies ToastOptions);
  };
}
