/** A unit of the building that a list is for. */
export interface ImportUnit {
  id: number;
  /** Flat, office, storage or parking. */
  unit_type: string;
  label: string;
}

/** What people write before a number, as `unitKey` sees it: without spaces and dots. */
const FLAT = /^(?:квартира|кварт|кв|flat|apt|помещение|пом)?(?:номер|№|n|#)?(?=\d)/;
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:офис|office)(?:№)?/, 'оф'],
  [/^(?:машиноместо|машино-место|маш-место|мм|м-м)(?:№)?/, 'м/м'],
  [/^(?:кладовая|кладовка|клад)(?:№)?/, 'кл'],
];

/**
 * What two writings of one unit have in common: `48`, «кв. 48» and «Кв №48» are one, `013` and `13` are not, since a label
 * is a name and no number.
 */
export function unitKey(label: string): string {
  const bare = label.toLowerCase().replaceAll('ё', 'е').replace(/[\s.]/g, '');
  const flat = bare.replace(FLAT, '');
  if (flat !== bare) return flat;
  for (const [written, word] of WORDS) if (written.test(bare)) return bare.replace(written, word);
  return bare;
}

/** Units by `unitKey`: of two with one key the flat is meant. */
export function unitsByKey(units: readonly ImportUnit[]): ReadonlyMap<string, ImportUnit> {
  const found = new Map<string, ImportUnit>();
  for (const unit of units) {
    const key = unitKey(unit.label);
    if (!found.has(key) || unit.unit_type === 'flat') found.set(key, unit);
  }
  return found;
}
