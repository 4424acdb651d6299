import type { ImportOutcome, ImportRow } from '#resources/protocol/import/import.ts';
import type { Person } from './people.ts';
import type { Answer, TestApp } from './test-app.ts';

export const CONVERT = '/api/crm/import/convert_residents/';
export const SUBMIT = '/api/crm/import/residents/';

/** Sends a file to be converted. */
export function convertFile(
  person: Person,
  building: number | string,
  bytes: Uint8Array | string,
  more: { name?: string; encoding?: string; hidden_rows?: string } = {},
): Promise<Answer> {
  const { name = 'список.csv', ...fields } = more;
  return person.call('POST', {
    url: CONVERT,
    fields: { building: String(building), ...fields },
    files: [{ field: 'file', name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }],
  });
}

/** The rows of a conversion. */
export const rowsOf = (answer: Answer): ImportRow[] => answer.list as unknown as ImportRow[];

/** Submits rows. */
export function submitRows(app: TestApp, person: Person, rows: unknown, key?: string): Promise<Answer> {
  const call = { url: SUBMIT, fields: { convert_residents_result: JSON.stringify(rows) } };
  return app.call('POST', call, person.token, key ? { 'idempotency-key': key } : {});
}

/** The outcomes of submitted rows. */
export function outcomesOf({ body }: Answer): { created: number; rows: ImportOutcome[] } {
  return body.params as unknown as { created: number; rows: ImportOutcome[] };
}

/** A text file with the four columns. */
export function csv(rows: readonly (readonly string[])[], delimiter = ';'): string {
  const head = ['unit', 'last_name', 'first_name', 'phone_number'];
  return `${[head, ...rows].map((cells) => cells.join(delimiter)).join('\r\n')}\r\n`;
}

let made = 0;
/** A phone nobody has, as an office writes it. */
export function freshPhone(): string {
  made += 1;
  return `8917${String(made).padStart(7, '0')}`;
}
/** The same as it is stored. */
export const stored = (phone: string): string => `+7${phone.slice(1)}`;
