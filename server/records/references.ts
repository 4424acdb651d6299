import { fileGroup } from '#resources/file-types.ts';
import type { FieldOf, Resource } from '#resources/language/define-resource.ts';
import { idOf, idsOf, isEmpty } from '#resources/language/kinds/ids.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { wireName } from '#resources/language/wire-keys.ts';
import { settleLinks } from '#server/access/links.ts';
import { reachOf } from '#server/access/reach.ts';
import { placeInReach, porchInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import { claimUploads } from '#server/files/links.ts';
import { filesById } from '#server/files/queries.ts';
import { FieldsError } from '#server/http/errors.ts';
import type { StoredField } from './columns.ts';
import type { Looker } from './show.ts';
import { pointedAt } from './targets.ts';

/** A value of a record that points at something else. */
export interface Reference {
  /** Its `db` is the transaction. */
  looker: Looker;
  resource: Resource;
  stored: StoredField;
  /** As the payload has it, keeping the rule of its kind; not empty. */
  value: unknown;
  /** The record as it was; empty for a new one. */
  before: Readonly<Record<string, unknown>>;
  /** The record as it is going to be. */
  data: Readonly<Record<string, unknown>>;
  /** Ids of the files that the record had, in whichever field: one may move from field to field. */
  files: readonly number[];
}

const unknown = ({ stored }: Reference): never => {
  throw new FieldsError({ [stored.wire]: ['validation.unknown'] });
};

type Holder = { readonly user: number };
/** Of some entrances, floors or risers those that belong to a house and are in reach. */
const CHECKLISTS = {
  porches: (db: Db, holder: Holder, house: number, ids: number[]) =>
    db
      .selectFrom('porches')
      .where('id', 'in', ids)
      .where('building_id', '=', house)
      .where(porchInReach(holder, 'porches.id'))
      .select('id')
      .execute(),
  floors: (db: Db, holder: Holder, house: number, ids: number[]) =>
    db
      .selectFrom('floors')
      .innerJoin('porches', 'porches.id', 'floors.porch_id')
      .where('floors.id', 'in', ids)
      .where('porches.building_id', '=', house)
      .where(porchInReach(holder, 'floors.porch_id'))
      .select('floors.id')
      .execute(),
  pipes: (db: Db, holder: Holder, house: number, ids: number[]) =>
    db
      .selectFrom('pipes')
      .where('id', 'in', ids)
      .where('building_id', '=', house)
      .where(placeInReach(holder, 'pipes.building_id', 'pipes.porch_id'))
      .select('id')
      .execute(),
} as const satisfies Record<FieldOf<'checklist'>['of'], unknown>;

/** The building in the field that a field of a unit or of parts of a house names. */
function houseOf({ resource, stored }: Reference, data: Reference['data']): unknown {
  const { field } = stored;
  if (field.kind !== 'unit' && field.kind !== 'checklist') return undefined;
  const house = resource.fields[field.building];
  return house && data[wireName(field.building, house)];
}

/** What is looked at, by kind, and the value that is kept. Kinds that point at nothing are not here. */
const CHECKS: Partial<Record<KindName, (reference: Reference) => Promise<unknown>>> = {
  building: async (reference) => {
    const { looker, value } = reference;
    return (await reachOf(looker.db, looker.reader, [value as number])).size ? value : unknown(reference);
  },
  buildings: ({ looker, stored, value, before }) =>
    settleLinks(looker.db, looker.reader, idsOf(before[stored.wire]), idsOf(value), stored.wire),
  unit: async (reference) => {
    const { looker, value } = reference;
    const house = idOf(houseOf(reference, reference.data));
    const found = await looker.db
      .selectFrom('units')
      .where('id', '=', value as number)
      .$if(house !== null, (query) => query.where('building_id', '=', house))
      .where(porchInReach(looker.reader, 'units.porch_id'))
      .select('id')
      .executeTakeFirst();
    return found ? value : unknown(reference);
  },
  checklist: async (reference) => {
    const { looker, stored, value } = reference;
    const ids = value as number[];
    const house = idOf(houseOf(reference, reference.data));
    if (house === null) return unknown(reference);
    const found = await CHECKLISTS[(stored.field as FieldOf<'checklist'>).of](looker.db, looker.reader, house, ids);
    return found.length === ids.length ? value : unknown(reference);
  },
  reference: async (reference) => {
    const { looker, stored, value } = reference;
    const to = { name: (stored.field as FieldOf<'reference'>).to, generic: looker.generic };
    const found = await pointedAt(looker.db, looker.reader, to, { ids: [value as number] });
    return found.length ? value : unknown(reference);
  },
  files: async (reference) => {
    const { looker, stored, value, files } = reference;
    const ids = value as number[];
    if ((stored.field as FieldOf<'files'>).only === 'images') {
      const named = await filesById(looker.db, ids);
      const other = ids.some((id) => fileGroup(named.get(id)?.name ?? '') !== 'image');
      if (other) throw new FieldsError({ [stored.wire]: ['api.fileType'] });
    }
    const had = new Set(files);
    const added = ids.filter((id) => !had.has(id));
    // A file belongs to one record: only a fresh upload of one's own can be added.
    return (await claimUploads(looker.db, looker.reader.user, added)) ? value : unknown(reference);
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
  const same =
    JSON.stringify(value) === JSON.stringify(before[stored.wire]) &&
    JSON.stringify(houseOf(reference, before)) === JSON.stringify(houseOf(reference, reference.data));
  return !check || same || (isEmpty(value) && stored.field.kind !== 'buildings') ? value : check(reference);
}
