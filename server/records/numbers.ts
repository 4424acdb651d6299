import { sql } from 'kysely';
import type { Resource } from '#resources/language/define-resource.ts';
import { withComputed } from '#resources/language/expressions/fields.ts';
import {
  isYearly,
  NUMBER_MAX,
  numberIn,
  type RecordNumber,
  writtenNumber,
} from '#resources/language/kinds/number-template.ts';
import { type NumberField, numberFields } from '#resources/language/numbers.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import type { WrittenRecord } from './queries.ts';

/** Most records that are read at once. */
const BATCH = 1_000;

/** The next numbers of a field in a year: gives the last of so many. The row stays locked until the transaction ends, and a number that is rolled back was never given. */
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

/** Continues the counter after a number that exists already. */
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
 * Gives a record that is about to be inserted its numbers; a number from a file stays, and the next ones come
 * after it. Only while the section is held (`writing.ts`).
 * @throws FieldsError where no number is left
 * @param today the day of the company, `YYYY-MM-DD`
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
    const brought = numberIn(numbering, String(data[wire] ?? ''));
    if (brought) {
      await countUpTo(trx, resource, field, brought);
      continue;
    }
    const year = isYearly(numbering) ? Number(today.slice(0, 4)) : 0;
    const number = await nextNumber(trx, resource, field, year);
    if (number > NUMBER_MAX) throw new FieldsError({ [wire]: ['kinds.numberEnd'] });
    data[wire] = writtenNumber(numbering, { year, number });
  }
  // Fields computed from a number are computed once it is assigned.
  return { ...record, data: withComputed(resource, data) };
}

/** Records of a section, deleted ones too, batch by batch: the value of a field, and the company's year when each was made. */
async function* heldIn(trx: Db, resource: Resource, { wire }: NumberField, lacking: boolean, timeZone: string) {
  for (let after = 0; ; ) {
    const text = sql<string>`coalesce(data ->> ${wire}::text, '')`;
    const rows = await trx
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('id', '>', after)
      .where(text, lacking ? '=' : '!=', '')
      .$if(lacking, (query) => query.where('deleted_at', 'is', null))
      .orderBy('id')
      .limit(BATCH)
      .select([
        'id',
        text.as('held'),
        sql<number>`extract(year from created_at at time zone ${timeZone}::text)::int`.as('year'),
      ])
      .execute();
    yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Gives numbers to some records at once. */
async function giveNumbers(trx: Db, { wire }: NumberField, ids: readonly number[], numbers: readonly string[]) {
  await sql`update records set data = records.data || jsonb_build_object(${wire}::text, given.number)
    from unnest(${ids}::int[], ${numbers}::text[]) as given (id, number) where records.id = given.id`.execute(trx);
}

/**
 * Sets the counter of a definition that comes into force: counting goes on after the existing numbers, under a former name of the field
 * too, and records that have none get theirs in the order in which they were made, of the year of each.
 */
export async function beginNumbers(trx: Db, resource: Resource, timeZone: string): Promise<void> {
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
    for await (const rows of heldIn(trx, resource, field, false, timeZone)) {
      for (const { held } of rows) {
        const found = numberIn(numbering, held);
        if (found) last.set(found.year, Math.max(last.get(found.year) ?? 0, found.number));
      }
    }
    for (const [year, number] of last) await countUpTo(trx, resource, field, { year, number });
    for await (const rows of heldIn(trx, resource, field, true, timeZone)) {
      const byYear = new Map<number, number[]>();
      for (const row of rows) {
        const year = isYearly(numbering) ? row.year : 0;
        const ids = byYear.get(year) ?? [];
        ids.push(row.id);
        byYear.set(year, ids);
      }
      for (const [year, ids] of byYear) {
        const first = (await nextNumber(trx, resource, field, year, ids.length)) - ids.length + 1;
        const numbers = ids.map((_, at) => writtenNumber(numbering, { year, number: first + at }));
        await giveNumbers(trx, field, ids, numbers);
      }
    }
  }
}
