import { COUNT } from '#resources/limits.ts';
import type { Db } from '#server/db/tables.ts';
import { FieldsError } from '#server/http/errors.ts';
import { unitsInReach } from './queries.ts';

/**
 * The units of a resident after a change: those chosen, in their order, then those that are not the manager's to touch, which
 * stay whether or not the payload names them.
 * @param before every unit he has, and those of them in the manager's reach; none for a new resident
 * @throws FieldsError for a unit that is unknown or out of reach, and for more than ten
 */
export async function settleUnits(
  trx: Db,
  holder: { readonly user: number },
  before: { units: readonly number[]; seen: readonly number[] },
  chosen: readonly number[],
): Promise<number[]> {
  const fixed = before.units.filter((id) => !before.seen.includes(id));
  const wanted = chosen.filter((id) => !fixed.includes(id));
  const reached = await unitsInReach(trx, holder, wanted);
  if (wanted.some((id) => !reached.has(id))) throw new FieldsError({ units: ['validation.unknown'] });
  const units = [...wanted, ...fixed];
  if (units.length > COUNT.residentUnitsMax) throw new FieldsError({ units: ['validation.unitsMax'] });
  return units;
}
