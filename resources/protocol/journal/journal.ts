import * as z from 'zod';

/** The audit log, for administrators (additive; only where the server says `journal`, G-69). */
export const JOURNAL_PATH = '/api/authorized/journal/';

/** Entries of one answer. */
export const JOURNAL_PAGE = 50;

/** Changed values shown of one entry, and characters of each. */
export const JOURNAL_MOST = { changes: 40, characters: 300 } as const;

const id = z.number().int();
const number = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'validation.number')
  .transform(Number)
  .optional();
const name = z
  .string()
  .max(60, 'validation.tooLong')
  .regex(/^[a-z][a-z0-9-]*$/, 'validation.choice')
  .optional();
const day = z.iso.date('validation.date').optional();

/**
 * `user`: the author; `resource` and `record`: the object; `action`: what was done; `from`, `to`: days of the
 * company, both included, `YYYY-MM-DD`; `before`: the id of the entry to go on after.
 */
export const journalQuery = z.object({
  user: number,
  resource: name,
  record: z.string().max(60, 'validation.tooLong').optional(),
  action: name,
  from: day,
  to: day,
  before: number,
});
export type JournalQuery = z.output<typeof journalQuery>;

const journalEntry = z.object({
  id,
  /** ISO. */
  at: z.string(),
  /** Null when it was not a signed-in user. */
  by: z.object({ user: id, name: z.string() }).nullable(),
  action: z.string(),
  /** Section or kind of thing. */
  resource: z.string(),
  record: z.string().nullable(),
  /** Network address it came from; null of what the server or a command did, and of what was written before addresses were kept. */
  address: z.string().nullable(),
  /** How often the same was refused in a row. */
  times: z.number().int(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type JournalEntry = z.output<typeof journalEntry>;

/** `GET`: the newest first. `before`: the id to go on with; null at the end. */
export const journalAnswer = z.object({ results: z.array(journalEntry), before: id.nullable() });
export type JournalAnswer = z.output<typeof journalAnswer>;
