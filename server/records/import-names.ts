import { sql } from 'kysely';
import { idOf } from '#resources/language/kinds/ids.ts';
import { buildingInReach, porchInReach } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { Looker } from './show.ts';
import { pointedAt } from './targets.ts';

/** The one thing of a name; `several` where more than one bears it, null where none does. */
export type Found = number | 'several' | null;

/** A name without what people write differently: case, «ё», marks, spaces around and twice. */
function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Things by their names, each under the name that a file may call it. */
export class Names {
  readonly #ids = new Map<string, number | 'several'>();

  constructor(things: Iterable<{ id: number; label: string }>) {
    for (const { id, label } of things) {
      const key = nameKey(label);
      const known = this.#ids.get(key);
      this.#ids.set(key, known === undefined || known === id ? id : 'several');
    }
  }

  /** By name alone. */
  named(name: string): Found {
    return this.#ids.get(nameKey(name)) ?? null;
  }

  /** By name; digits that are no name are an id, which the rules look at. */
  find(name: string): Found {
    return this.named(name) ?? (/^\d{1,10}$/.test(name) ? idOf(Number(name)) : null);
  }
}

/** The buildings in reach by their addresses. */
export async function buildingNames({ db, reader }: Looker): Promise<Names> {
  const rows = await db
    .selectFrom('buildings')
    .where(buildingInReach(reader, 'buildings.id'))
    .select(['id', 'street', 'number'])
    .execute();
  return new Names(rows.map(({ id, street, number }) => ({ id, label: `${street}, ${number}` })));
}

/** The units of some buildings by their labels, a `Names` each. */
export async function unitNames(looker: Looker, buildings: readonly number[]): Promise<Map<number, Names>> {
  if (!buildings.length) return new Map();
  const rows = await unitsIn(looker.db, looker.reader, buildings);
  const byBuilding = new Map<number, typeof rows>();
  for (const row of rows) byBuilding.set(row.building_id, [...(byBuilding.get(row.building_id) ?? []), row]);
  return new Map([...byBuilding].map(([building, units]) => [building, new Names(units)]));
}

const unitsIn = (db: Db, reader: Looker['reader'], buildings: readonly number[]) =>
  db
    .selectFrom('units')
    .where('building_id', 'in', [...new Set(buildings)])
    .where(porchInReach(reader, 'units.porch_id'))
    .select(['id', 'building_id', sql<string>`label`.as('label')])
    .execute();

/** Records of a section by what lists call them: those that bear one of the labels. */
export async function recordNames(looker: Looker, to: string, labels: readonly string[]): Promise<Names> {
  const { db, reader, generic } = looker;
  return new Names(labels.length ? await pointedAt(db, reader, { name: to, generic }, { labels }) : []);
}
