import { sql } from 'kysely';
import type * as z from 'zod';
import { text } from '#i18n/text.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { fieldRule, writtenFields } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import type { Misfit } from '#resources/protocol/definitions.ts';
import type { Db } from '#server/db/tables.ts';
import { jsonOf, ruleOf, textOf, uniqueText } from './columns.ts';

/** Records looked at in one go. */
const BATCH = 2_000;
/** Ids that are named of those that do not fit. */
const NAMED = 5;

interface Watched {
  wire: string;
  was: string | undefined;
  field: FieldInput;
  rule: z.ZodType;
  /** It points at another section now: nothing it holds can be right. */
  elsewhere: boolean;
}

/** What of a field decides which values it takes. */
function strictness(field: FieldInput): string {
  const { label, help, filter, cell, wire, was, message, ...rest } = field;
  return JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Fields whose rule is another one than before. */
function watched(resource: Resource, before: Resource | null): Watched[] {
  const written = new Set(writtenFields(resource, 'edit'));
  const old = new Map(Object.entries(before?.fields ?? {}).map(([name, field]) => [wireName(name, field), field]));
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const former = old.get(wire) ?? (field.was === undefined ? undefined : old.get(field.was));
    if (!written.has(name) || (former && strictness(former) === strictness(field))) return [];
    const elsewhere = field.kind === 'reference' && former?.kind === 'reference' && former.to !== field.to;
    return [{ wire, was: field.was, field, rule: fieldRule(field), elsewhere }];
  });
}

const labelOf = (wire: string, field: FieldInput) => field.label ?? wire;
/** Messages are text keys, or the sentence itself in the definition of an installation. */
const said = (message: string) => text(message);

function wrongWith({ wire, was, rule, elsewhere }: Watched, data: Readonly<Record<string, unknown>>): string | null {
  const value = data[wire] ?? (was === undefined ? undefined : data[was]);
  if (elsewhere && !isEmpty(value)) return 'validation.unknown';
  const read = rule.safeParse(value ?? undefined);
  return read.success ? null : (read.error.issues[0]?.message ?? 'validation.text');
}

/** Values that stand twice where the field is `unique` now and was not before. */
async function repeated(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const found: Misfit[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const wire = wireName(name, field);
    const former = Object.entries(before?.fields ?? {}).find(([other, one]) =>
      [wire, field.was].includes(wireName(other, one)),
    );
    const column = ruleOf(field)?.column;
    if (!field.unique || !column || former?.[1].unique) continue;
    const held = former ? wireName(...former) : wire;
    const value = column === 'text' ? uniqueText(textOf(held)) : jsonOf(held);
    const { rows } = await sql<{ ids: number[] }>`select array_agg(records.id order by records.id) as ids from records
      where records.resource = ${resource.name} and records.deleted_at is null and ${textOf(held)} is not null
        and ${textOf(held)} <> '' group by ${value} having count(*) > 1`.execute(db);
    const ids = rows.flatMap((row) => row.ids);
    if (ids.length)
      found.push({
        field: labelOf(wire, field),
        message: said('validation.taken'),
        count: ids.length,
        ids: ids.slice(0, NAMED),
      });
  }
  return found;
}

/**
 * What of the stored records would not keep the rules of a definition: of the fields whose rule has changed, how many records
 * and which.
 * @param before the definition in force; null when there is none, then every field is looked at
 */
export async function misfitsOf(db: Db, resource: Resource, before: Resource | null): Promise<Misfit[]> {
  const fields = watched(resource, before);
  const found = new Map<string, Misfit>();
  for (let after = 0; fields.length; ) {
    const rows = await db
      .selectFrom('records')
      .where('resource', '=', resource.name)
      .where('deleted_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .select(['id', 'data'])
      .execute();
    for (const { id, data } of rows) {
      for (const one of fields) {
        const wrong = wrongWith(one, data);
        if (wrong === null) continue;
        const key = `${one.wire} ${wrong}`;
        const misfit = found.get(key) ?? {
          field: labelOf(one.wire, one.field),
          message: said(wrong),
          count: 0,
          ids: [],
        };
        misfit.count += 1;
        if (misfit.ids.length < NAMED) misfit.ids.push(id);
        found.set(key, misfit);
      }
    }
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.id ?? after;
  }
  return [...found.values(), ...(await repeated(db, resource, before))];
}
