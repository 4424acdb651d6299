import type { FieldOf } from '../../language/define-resource.ts';
import type { KindTraits } from '../../language/kinds/traits.ts';
import type { SectionKind } from './registry.ts';

/** Entrances of a record: those of its fully open buildings and the single ones. */
function collectEntrances(buildings: unknown, single: unknown): unknown[] {
  const ofBuildings = Array.isArray(buildings)
    ? buildings.flatMap((building) => (building as { porches?: unknown[] })?.porches ?? [])
    : [];
  return [...ofBuildings, ...(Array.isArray(single) ? single : [])];
}

/** Traits of the kinds that belong to built-in sections. */
export const SECTION_TRAITS: { readonly [Name in SectionKind]: KindTraits<FieldOf<Name>> } = {
  'news:audience': { order: 'elsewhere' },
  'news:publication': { order: 'elsewhere' },
  'requests:place': { order: 'elsewhere', keys: ({ type, target }) => [type, target] },
  'requests:brought': { order: 'elsewhere' },
  'requests:deadline': { order: 'elsewhere' },
  'residents:units': { order: 'elsewhere' },
  'readings:meters': { order: 'elsewhere' },
  'employees:levels': { order: 'counted' },
  'employees:porches': {
    order: 'counted',
    readFrom: (ownValue, record, { houses }) => collectEntrances(record[houses], ownValue),
  },
  'employees:person': { order: 'elsewhere', separator: ' ', keys: ({ first, last }) => [first, last] },
  'buildings:address': { order: 'elsewhere', keys: () => ['street', 'number'] },
  'buildings:named': {
    order: 'elsewhere',
    readFrom: (ownValue, record, { from }) =>
      ownValue ?? from?.map((key) => record[key]).find((value) => value != null) ?? ownValue,
  },
  'buildings:day-range': { order: 'elsewhere', keys: ({ start, end }) => [start, end] },
  'buildings:reading-types': { order: 'elsewhere' },
  'buildings:selection': { order: 'elsewhere' },
  'buildings:entrances': { order: 'elsewhere' },
  'buildings:others': { order: 'elsewhere' },
};
