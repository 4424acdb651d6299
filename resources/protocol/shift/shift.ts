import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { chatTopicName } from '../chat/chat.ts';
import { HANDOVERS_MOST, SHIFT_NOTE } from './shift-bounds.ts';

/** The shift page (ours; only where the server says `shift`, G-69): what waits, what came in and was done, notes, hand-overs. */

const id = z.number().int();
const count = z.number().int();
const person = z.object({ user: id, name: z.string() });

/**
 * The counts, for all buildings or for one; null where the reader may not see them, or this server does not know them.
 * Now: `overdue` requests, those that `wait` for a performer, `chats` of residents whose last message is not answered, `complaints`
 * that the reader has not read. In the shift: requests that `came`, that are `done`, announcements of `accidents`.
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

/** A shift that ended: handed over at `at` (a whole second), begun at `since` by the hand-over before it, null where that is not told. */
const shiftHandover = z.object({
  id,
  at: z.string(),
  since: z.string().nullable(),
  by: person.nullable(),
  accepted: z.object({ at: z.string(), by: person.nullable() }).nullable(),
  /** The reader handed it over, it is the last one and it was not taken over yet. */
  may_take_back: z.boolean(),
});
export type ShiftHandover = z.output<typeof shiftHandover>;

/** A note to the next shift. `buildings`: for how many; null: for the whole company. */
const shiftNote = z.object({
  id,
  at: z.string(),
  text: z.string(),
  by: person.nullable(),
  own: z.boolean(),
  buildings: count.nullable(),
});
export type ShiftNote = z.output<typeof shiftNote>;

/** `GET /api/crm/shift/?buildings_id=…&handover=…`: the present shift, or the one that ended with a hand-over. */
export const shiftAnswer = z.object({
  /** The server's clock. */
  at: z.string(),
  since: z.string(),
  /** Null: it goes on. */
  until: z.string().nullable(),
  /** Why it begins there: at a hand-over; where there is none, a day ago; where that was long ago, a week ago. */
  begins: z.enum(['handover', 'day', 'week']),
  counts: shiftCounts,
  /** Buildings with something in them, the most pressing first, and how many more there are. */
  buildings: z.array(shiftCounts.extend({ id, street: z.string(), number: z.string() })),
  left: count,
  /** The newest first. */
  notes: z.array(shiftNote),
  handovers: z.array(shiftHandover).max(HANDOVERS_MOST),
});
export type ShiftAnswer = z.output<typeof shiftAnswer>;

/** Buildings that something is for; null: those that the reader holds, of a note the whole company. */
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

/** `POST …/handovers/`: ends the shift of these buildings, with a note to the next one where something is to be said. */
export const handoverBody = z.object({ buildings, note: noteText.optional() });
export const handoverSaved = z.object({ params: shiftHandover });

/** `POST …/notes/`. */
export const noteBody = z.object({ text: noteText, buildings });
export const noteSaved = z.object({ params: shiftNote });

/** `GET …/waiting/?buildings_id=…`: names of the chats that wait for an answer, those that wait longest first. */
export const waitingAnswer = z.array(z.object({ chat: chatTopicName }));
