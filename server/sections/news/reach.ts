import { text } from '#i18n/text.ts';
import { capitalise } from '#resources/language/words.ts';
import type { ReachAnswer } from '#resources/protocol/news/news.ts';
import type { AudienceTarget } from '#resources/sections/kinds/news.ts';
import type { Principal } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { type Grain, PARTS_MAX, type ReachRow, selectReach } from './reach-queries.ts';

/** What the parts of a target are counted by; null if there are too many parts, or none. */
function targetGrain({ buildings = [], porches = [], floors, pipes, units }: AudienceTarget): Grain | null {
  if (Math.max(buildings.length + porches.length, floors?.length ?? 0, pipes?.length ?? 0) > PARTS_MAX) return null;
  if (buildings.length && porches.length) return 'object';
  if (buildings.length > 1) return 'building';
  if (floors?.length) return 'floor';
  if (pipes?.length) return 'pipe';
  return buildings.length || porches.length || units?.length ? 'porch' : null;
}

/** «Подъезд 2», «ул. Лесная, 12, подъезд 2»: only as much of the address as tells the parts of an answer apart. */
function partLabel(row: ReachRow, isSame: { house: boolean; porch: boolean }): string {
  const address = text('recipients.address', { street: row.street, numbers: row.number });
  const inside = row.floor !== null || row.pipe !== null;
  const labelParts = [
    isSame.house && row.porch !== null ? null : address,
    row.porch === null || (isSame.porch && inside) ? null : text('recipients.porch', { list: row.porch }),
    row.floor === null ? null : text('recipients.floor', { list: row.floor }),
    row.pipe === null ? null : text('recipients.pipe', { list: row.pipe }),
  ].filter((part) => part !== null);
  const label = labelParts.join(', ');
  // The «ул.» of an address is not capitalised.
  return labelParts[0] === address ? label : capitalise(label);
}

/**
 * Counts who receives an announcement for this target, in the entrances the reader holds; also while the target is still
 * incomplete.
 */
export async function countTargetReach(db: Db, principal: Principal, target: AudienceTarget): Promise<ReachAnswer> {
  const rows = await selectReach(db, principal, target, targetGrain(target));
  const parts = rows.filter((row) => row.house !== null);
  const total = rows.find((row) => row.house === null);
  const isSame = {
    house: new Set(parts.map((row) => row.house)).size === 1,
    porch: new Set(parts.map((row) => `${row.house} ${row.porch}`)).size === 1,
  };
  return {
    flats: total?.flats ?? 0,
    residents: total?.residents ?? 0,
    parts:
      parts.length > PARTS_MAX
        ? []
        : parts.map((row) => ({ label: partLabel(row, isSame), flats: row.flats, residents: row.residents })),
  };
}
