import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { chatTopicName } from '../chat/chat.ts';
import { HANDOVERS_MAX, SHIFT_NOTE } from './shift-bounds.ts';

/** The shift page (our addition `shift`, G-69): open work, what came in and was done, notes, hand-overs. */

const id = z.number().int();
const count = z.number().int();
const person = z.object({ user: id, name: z.string() });

/**
 * Counts for all buildings or for one; null if the reader may not see them or the server does not support them. Currently:
 * `overdue` requests, requests `waiting` for a performer, `chats` of residents with an unanswered last message, `complaints`
 * that the reader has not read. During the shift: requests that `came` or are `done`, and announcements of `accidents`.
 */
const shiftCounts = z.object({
  overdue: count.nullable(),
  waiting: count.nullable(),
  chats: count.nullable(),
  complaints: count.nullable(),
  came: count.nullable(),
  done: count.nullable(),
  accidents: count.nullable(),
});
export type ShiftCounts = z.output<typeof shiftCounts>;

/** An ended shift: handed over at `at` (a whole second), begun at `since` by the previous hand-over; null if unknown. */
const shiftHandover = z.object({
  id,
  at: z.string(),
  since: z.string().nullable(),
  by: person.nullable(),
  accepted: z.object({ at: z.string(), by: person.nullable() }).nullable(),
  /** Whether the reader handed it over, it is the latest one and nobody has accepted it yet. */
  may_take_back: z.boolean(),
});
export type ShiftHandover = z.output<typeof shiftHandover>;

/** A note to the next shift. `buildings`: number of buildings it is for; null: the whole company. */
const shiftNote = z.object({
  id,
  at: z.string(),
  text: z.string(),
  by: person.nullable(),
  own: z.boolean(),
  buildings: count.nullable(),
});
export type ShiftNote = z.output<typeof shiftNote>;

/** `GET /api/crm/shift/?buildings_id=…&handover=…`: the current shift, or the one that ended with a hand-over. */
export const shiftAnswer = z.object({
  /** Current time of the server. */
  at: z.string(),
  since: z.string(),
  /** Null: it has not ended. */
  until: z.string().nullable(),
  /** Why the shift begins at `since`: at a hand-over; a day ago if there is none; a week ago if the last one was longer ago. */
  begins: z.enum(['handover', 'day', 'week']),
  counts: shiftCounts,
  /** Buildings with open work, the most urgent first; `left` is the number of further ones. */
  buildings: z.array(shiftCounts.extend({ id, street: z.string(), number: z.string() })),
  left: count,
  /** Newest first. */
  notes: z.array(shiftNote),
  handovers: z.array(shiftHandover).max(HANDOVERS_MAX),
});
export type ShiftAnswer = z.output<typeof shiftAnswer>;

/** Buildings of a hand-over or a note; null: those in the reader's reach, for a note the whole company. */
const buildings = z
  .array(
    z
      .number({ error: 'validation.number' })
      .int('validation.number')
      .min(1, 'validation.unknown')
      .max(ID_MAX, 'validation.unknown'),
    {
      error: 'validation.choice',
    },
  )
  .min(1, 'validation.required')
  .max(10_000, 'validation.tooMany')
  .nullable();
const noteText = z
  .string({ error: 'validation.required' })
  .trim()
  .min(SHIFT_NOTE.min, 'validation.required')
  .max(SHIFT_NOTE.max, 'validation.tooLong');

/** `POST …/handovers/`: ends the shift of these buildings, with an optional note to the next one. */
export const handoverBody = z.object({ buildings, note: noteText.optional() });
export const handoverSaved = z.object({ params: shiftHandover });

/** `POST …/notes/`. */
export const noteBody = z.object({ text: noteText, buildings });
export const noteSaved = z.object({ params: shiftNote });

/** `GET …/waiting/?buildings_id=…`: ids of the chats that wait for an answer, longest waiting first. */
export const waitingAnswer = z.array(z.object({ chat: chatTopicName }));
