import type { FieldOf } from '#resources/language/define-resource.ts';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { settleLinks } from '#server/access/links.ts';
import { reachOf } from '#server/access/reach.ts';
import { placeInReach, porchInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { claimUploads } from '#server/files/links.ts';
import { FieldsError } from '#server/http/errors.ts';
import type { StoredField } from './columns.ts';

/** A value of a record that points at something else. */
export interface Reference {
  trx: Db;
  holder: { readonly user: number };
  stored: StoredField;
  /** As the payload has it, keeping the rule of its kind; not empty. */
  value: unknown;
  /** As the record had it; undefined in a new one. */
  before: unknown;
  /** Ids of the files that the record had, in whichever field: one may move from field to field. */
  files: readonly number[];
}

const unknown = ({ stored }: Reference): never => {
  throw new FieldsError({ [stored.wire]: ['validation.unknown'] });
};

const CHECKLISTS = {
  porches: (db: Db, holder: Reference['holder'], ids: number[]) =>
    db.selectFrom('porches').where('id', 'in', ids).where(porchInReach(holder, 'porches.id')).select('id').execute(),
  floors: (db: Db, holder: Reference['holder'], ids: number[]) =>
    db
      .selectFrom('floors')
      .where('id', 'in', ids)
      .where(porchInReach(holder, 'floors.porch_id'))
      .select('id')
      .execute(),
  pipes: (db: Db, holder: Reference['holder'], ids: number[]) =>
    db
      .selectFrom('pipes')
      .where('id', 'in', ids)
      .where(placeInReach(holder, 'pipes.building_id', 'pipes.porch_id'))
      .select('id')
      .execute(),
} as const satisfies Record<FieldOf<'checklist'>['of'], unknown>;

/** What is looked at, by kind, and the value that is kept. Kinds that point at nothing are not here. */
const CHECKS: Partial<Record<KindName, (reference: Reference) => Promise<unknown>>> = {
  building: async (reference) => {
    const { trx, holder, value } = reference;
    return (await reachOf(trx, holder, [value as number])).size ? value : unknown(reference);
  },
  buildings: ({ trx, holder, stored, value, before }) =>
    settleLinks(trx, holder, (before as number[] | undefined) ?? [], value as number[], stored.wire),
  unit: async (reference) => {
    const { trx, holder, value } = reference;
    const found = await trx
      .selectFrom('units')
      .where('id', '=', value as number)
      .where(porchInReach(holder, 'units.porch_id'))
      .select('id')
      .executeTakeFirst();
    return found ? value : unknown(reference);
  },
  checklist: async (reference) => {
    const { trx, holder, stored, value } = reference;
    const ids = value as number[];
    const found = await CHECKLISTS[(stored.field as FieldOf<'checklist'>).of](trx, holder, ids);
    return found.length === ids.length ? value : unknown(reference);
  },
  files: async (reference) => {
    const { trx, holder, value, files } = reference;
    const had = new Set(files);
    const added = (value as number[]).filter((id) => !had.has(id));
    // A file belongs to one record: only a fresh upload of one's own can be added.
    return (await claimUploads(trx, holder.user, added)) ? value : unknown(reference);
  },
};

/**
 * Looks whether what a value points at is there and in reach; links to files are taken with it.
 * @returns the value to keep
 * @throws FieldsError when it is not
 */
export async function checkReference(reference: Reference): Promise<unknown> {
  const { value, before, stored } = reference;
  const check = CHECKS[stored.field.kind];
  // What was there before may have gone out of the editor's reach since: that is not his to answer for.
  const same = JSON.stringify(value) === JSON.stringify(before);
  return !check || same || (isEmpty(value) && stored.field.kind !== 'buildings') ? value : check(reference);
}
