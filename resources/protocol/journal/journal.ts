import * as z from 'zod';

/** The audit log, for administrators (our addition `journal`, G-69). */
export const JOURNAL_PATH = '/api/authorized/journal/';

/** Entries per response. */
export const JOURNAL_PAGE = 50;

/** Maximum number of changed values shown per entry, and the length of each, characters. */
export const JOURNAL_LIMITS = { changes: 40, characters: 300 } as const;

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
 * `user`: the author; `resource` and `record`: the object; `action`: what was done; `from`, `to`: inclusive days in the
 * company's time zone, `YYYY-MM-DD`; `before`: id of the last entry of the previous page.
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
  /** Null if it was not a signed-in user. */
  by: z.object({ user: id, name: z.string() }).nullable(),
  action: z.string(),
  /** Section or kind of audit entry. */
  resource: z.string(),
  record: z.string().nullable(),
  /**
   * Network address of the request; null for actions of the server or a command, and for entries from before addresses were
   * stored.
   */
  address: z.string().nullable(),
  /** Number of identical refusals in a row. */
  times: z.number().int(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type JournalEntry = z.output<typeof journalEntry>;

/** `GET`: newest first. `before`: id for the next page; null at the end. */
export const journalAnswer = z.object({ results: z.array(journalEntry), before: id.nullable() });
export type JournalAnswer = z.output<typeof journalAnswer>;
