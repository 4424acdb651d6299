import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import {
  formatRecordNumber,
  isYearly,
  NUMBER_MAX,
  parseRecordNumber,
  type RecordNumber,
} from '#resources/language/kinds/number-template.ts';
import { type NumberField, numberFields } from '#resources/language/numbers.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import type { WrittenRecord } from './queries.ts';

/** Records read per query. */
const BATCH_SIZE = 1_000;

/**
 * Reserves the next `count` numbers of a field in a year and returns the last. The row stays locked until the transaction ends,
 * so that a rollback leaves no gap.
 */
async function nextNumber(
  trx: Db,
  resource: Resource,
  { wire }: NumberField,
  year: number,
  count = 1,
): Promise<number> {
  const { last } = await trx
    .insertInto('record_numbers')
    .values({ resource: resource.name, field: wire, year, last: count })
    .onConflict((conflict) =>
      conflict.columns(['resource', 'field', 'year']).doUpdateSet({ last: sql`record_numbers.last + ${count}::int` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

/** Raises the counter to at least an existing number. */
async function countUpTo(
  trx: Db,
  resource: Resource,
  { wire }: NumberField,
  { year, number }: RecordNumber,
): Promise<void> {
  await trx
    .insertInto('record_numbers')
    .values({ resource: resource.name, field: wire, year, last: number })
    .onConflict((conflict) =>
      conflict
        .columns(['resource', 'field', 'year'])
        .doUpdateSet({ last: sql`greatest(record_numbers.last, excluded.last)` }),
    )
    .execute();
}

/**
 * Assigns the automatic numbers of a record about to be inserted; a number from an import is kept, and the counter continues
 * after it. The section must be locked (`writing.ts`).
 * @param today the company's day, `YYYY-MM-DD`
 * @throws FieldsError if no numbers are left
 */
export async function withNumbers(
  trx: Db,
  resource: Resource,
  record: WrittenRecord,
  today: string,
): Promise<WrittenRecord> {
  const fields = numberFields(resource);
  if (!fields.length) return record;
  const data = { ...record.data };
  for (const field of fields) {
    const { wire, numbering } = field;
    const importedNumber = parseRecordNumber(numbering, String(data[wire] ?? ''));
    if (importedNumber) {
      await countUpTo(trx, resource, field, importedNumber);
      continue;
    }
    const year = isYearly(numbering) ? Number(today.slice(0, 4)) : 0;
    const number = await nextNumber(trx, resource, field, year);
    if (number > NUMBER_MAX) throw new FieldsError({ [wire]: ['kinds.numberEnd'] });
    data[wire] = formatRecordNumber(numbering, { year, number });
  }
  // Fields computed from a number are computed once it is assigned.
  return { ...record, data: withComputed(resource, data) };
}

/**
 * Batches of a section's records with the field's value and the year of creation in the company's time zone.
 * @param isMissing true: records without a number, deleted ones excluded; false: all records with a number
 */
async function* numberBatches(
  trx: Db,
  resource: Resource,
  { wire }: NumberField,
  isMissing: boolean,
  timeZone: string,
) {
  for (let after = 0; ; ) {
    const text = sql<string>`coalesce(data ->> ${wire}::text, '')`;
    const rows = await trx
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('id', '>', after)
      .where(text, isMissing ? '=' : '!=', '')
      .$if(isMissing, (query) => query.where('deleted_at', 'is', null))
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select([
        'id',
        text.as('held'),
        sql<number>`extract(year from created_at at time zone ${timeZone}::text)::int`.as('year'),
      ])
      .execute();
    yield rows;
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Stores numbers in several records at once. */
async function storeNumbers(trx: Db, { wire }: NumberField, ids: readonly number[], numbers: readonly string[]) {
  await sql`update records set data = records.data || jsonb_build_object(${wire}::text, given.number)
    from unnest(${ids}::int[], ${numbers}::text[]) as given (id, number) where records.id = given.id`.execute(trx);
}

/**
 * Sets up the counters when a definition comes into force: they continue after existing numbers, including those under a former
 * field name, and records without a number get one in order of creation, within their year.
 */
export async function initNumbers(trx: Db, resource: Resource, timeZone: string): Promise<void> {
  for (const field of numberFields(resource)) {
    const { wire, name, numbering } = field;
    const was = resource.fields[name]?.was;
    if (was !== undefined) {
      await sql`update record_numbers set field = ${wire} where resource = ${resource.name} and field = ${was}
        and not exists (select from record_numbers as own where own.resource = ${resource.name} and own.field = ${wire})`.execute(
        trx,
      );
    }
    const last = new Map<number, number>();
    for await (const rows of numberBatches(trx, resource, field, false, timeZone)) {
      for (const { held } of rows) {
        const parsed = parseRecordNumber(numbering, held);
        if (parsed) last.set(parsed.year, Math.max(last.get(parsed.year) ?? 0, parsed.number));
      }
    }
    for (const [year, number] of last) await countUpTo(trx, resource, field, { year, number });
    for await (const rows of numberBatches(trx, resource, field, true, timeZone)) {
      const byYear = new Map<number, number[]>();
      for (const row of rows) {
        const year = isYearly(numbering) ? row.year : 0;
        const ids = byYear.get(year) ?? [];
        ids.push(row.id);
        byYear.set(year, ids);
      }
      for (const [year, ids] of byYear) {
        const first = (await nextNumber(trx, resource, field, year, ids.length)) - ids.length + 1;
        const numbers = ids.map((_, at) => formatRecordNumber(numbering, { year, number: first + at }));
        await storeNumbers(trx, field, ids, numbers);
      }
    }
  }
}
