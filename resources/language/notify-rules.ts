import * as z from 'zod';
import type { Resource } from './define-resource.ts';
import { expressionText } from './expressions/schema.ts';
import { isEmpty } from './kinds/ids.ts';
import { wireName } from './wire-keys.ts';

/** What an added section notifies of: on what, and which people. */

export const NOTIFY_EVENTS = ['create', 'change', 'move', 'comment'] as const;
export type NotifyEvent = (typeof NOTIFY_EVENTS)[number];

const recipients = z.strictObject({
  level: z
    .enum(['read', 'write'])
    .optional()
    .describe('Everyone who may see the record, or everyone who may change it'),
  people: z.array(z.string()).min(1).max(10).readonly().optional().describe('Employees named by these fields'),
  author: z.boolean().optional().describe('The employee who made the record'),
  followers: z.boolean().optional().describe('Employees who follow the record (`comments`)'),
});

/** One rule: an event, what narrows it, and the recipients. */
export const notifyRule = z.strictObject({
  on: z
    .enum(NOTIFY_EVENTS)
    .describe('A new record (not one of an imported file), a change of one, a move from state to state, or a comment'),
  moves: z.array(z.string()).min(1).max(50).readonly().optional().describe('Of moves only these, by their names'),
  fields: z
    .array(z.string())
    .min(1)
    .max(50)
    .readonly()
    .optional()
    .describe('Of changes only those of one of these fields'),
  when: expressionText.optional().describe('Only of records of which this expression is true (docs/expressions.md)'),
  to: recipients.describe('The people that are notified, apart from the one who did it'),
});
export type NotifyRule = z.output<typeof notifyRule>;

type Wire = Readonly<Record<string, unknown>>;

/** What happened to a record. `before` and `after` by names on the wire. */
export interface RecordEvent {
  on: NotifyEvent;
  /** Name of the move. */
  move?: string;
  before?: Wire | null;
  after: Wire;
}

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** Whether a rule is about an event, its condition left aside. */
export function isAbout(
  { fields }: Pick<Resource, 'fields'>,
  rule: NotifyRule,
  { on, move, before, after }: RecordEvent,
): boolean {
  if (rule.on !== on) return false;
  if (rule.moves && (move === undefined || !rule.moves.includes(move))) return false;
  return (
    !rule.fields ||
    rule.fields.some((name) => {
      const field = fields[name];
      if (!field) return false;
      const wire = wireName(name, field);
      return !isSame(before?.[wire], after[wire]);
    })
  );
}
