import * as z from 'zod';
import type { FieldInput, Resource } from './define-resource.ts';
import { expressionText } from './expressions/schema.ts';
import { isEmpty } from './kinds/ids.ts';
import { getTraits } from './kinds/traits.ts';
import { wireName } from './wire-keys.ts';

/** Notification rules of an added section: on which events, to whom. */

const NOTIFY_EVENTS = ['create', 'change', 'move', 'comment', 'date'] as const;
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number];

const recipients = z.strictObject({
  level: z
    .enum(['read', 'write'])
    .optional()
    .describe('Everyone who may see the record, or everyone who may change it'),
  people: z.array(z.string()).min(1).max(10).readonly().optional().describe('Employees named by these fields'),
  author: z.boolean().optional().describe('The employee who made the record'),
  followers: z.boolean().optional().describe('Employees who follow the record (`comments`)'),
  webhook: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/)
    .optional()
    .describe('Another system, by the name of its webhook in the settings of the company: it is sent the record'),
});

/** Maximum distance from a day, days. */
const DAYS_MAX = 366;
/** Maximum distance from a time, minutes. */
const MINUTES_MAX = 7 * 24 * 60;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** One rule: an event, its conditions and the recipients. */
export const notifyRule = z.strictObject({
  on: z
    .enum(NOTIFY_EVENTS)
    .describe(
      'A new record (not one of an imported file), a change of one, a move from state to state, a comment, or a date of the record',
    ),
  moves: z.array(z.string()).min(1).max(50).readonly().optional().describe('Of moves only these, by their names'),
  fields: z
    .array(z.string())
    .min(1)
    .max(50)
    .readonly()
    .optional()
    .describe('Of changes only those of one of these fields'),
  field: z.string().optional().describe('Of a date: the field of a day or a moment'),
  days: z
    .number()
    .int()
    .min(-DAYS_MAX)
    .max(DAYS_MAX)
    .optional()
    .describe('Of a date: so many days after it, before it when negative; 0 when left out'),
  minutes: z
    .number()
    .int()
    .min(-MINUTES_MAX)
    .max(MINUTES_MAX)
    .optional()
    .describe('Of a moment: so many minutes after it, before it when negative; 0 when left out'),
  at: z
    .string()
    .regex(TIME)
    .optional()
    .describe('Of a day: the time by the clock of the company, `HH:MM`; 09:00 when left out'),
  when: expressionText.optional().describe('Only of records of which this expression is true (docs/expressions.md)'),
  to: recipients.describe('The people that are notified, apart from the one who did it; or another system'),
});
export type NotifyRule = z.output<typeof notifyRule>;

type WireRecord = Readonly<Record<string, unknown>>;

/** An event of a record; `before` and `after` are its values by wire names. */
export interface RecordEvent {
  on: NotifyEvent;
  /** Name of the move. */
  move?: string;
  before?: WireRecord | null;
  after: WireRecord;
}

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Whether a rule applies to an event, ignoring its `when`. */
export function matchesEvent({ fields }: Pick<Resource, 'fields'>, rule: NotifyRule, event: RecordEvent): boolean {
  const { move, before, after } = event;
  if (rule.on !== event.on) return false;
  if (rule.moves && (move === undefined || !rule.moves.includes(move))) return false;
  if (rule.on !== 'change') return true;
  // Saving a form without changes is not a change.
  const names = rule.fields ?? Object.keys(fields);
  return names.some((name) => {
    const field = fields[name];
    if (!field) return false;
    const wire = wireName(name, field);
    return !isSame(before?.[wire], after[wire]);
  });
}

/** A rule about a date of a record. */
export interface Reminder {
  rule: NotifyRule;
  field: FieldInput;
  /** Wire name of the date. */
  wire: string;
  unit: 'day' | 'moment';
}

/** Default time of a reminder about a day. */
export const DEFAULT_REMINDER_TIME = '09:00';

/** The rules of a definition about dates. */
export function listReminders({ fields, notify = [] }: Pick<Resource, 'fields' | 'notify'>): Reminder[] {
  return notify.flatMap((rule) => {
    if (rule.on !== 'date' || rule.field === undefined || !Object.hasOwn(fields, rule.field)) return [];
    const field = fields[rule.field];
    const unit = field && getTraits(field).calendarUnit;
    return field && unit ? [{ rule, field, wire: wireName(rule.field, field), unit }] : [];
  });
}
