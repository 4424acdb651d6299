import type { FieldParts } from '#console/fields/plain-fields.ts';
import type { SectionKind } from '#resources/sections/kinds/registry.ts';

const ofEmployees = () => import('#console/sections/employees/fields/cells.tsx');
const fullOfEmployees = () => import('#console/sections/employees/fields/full.tsx');
const ofSettings = () => import('#console/sections/settings/fields/cells.tsx');
const fullOfSettings = () => import('#console/sections/settings/fields/full.tsx');
const sourceOfRequest = () => import('#console/sections/requests/request-source.tsx');

/** The widgets of the kinds that sections have for themselves, as `src/fields/registry.ts` has those of the language. */
export const SECTION_FIELDS = {
  'news:audience': {
    input: () => import('#console/sections/news/audience/input.tsx'),
    cell: () => import('#console/sections/news/audience/cell.tsx'),
  },
  'news:publication': {
    input: () => import('#console/sections/news/publication.tsx'),
    cell: () => import('#console/fields/moment/cell.tsx'),
  },
  'requests:place': {
    input: () => import('#console/sections/requests/place/input.tsx'),
    cell: () => import('#console/sections/requests/place/cell.tsx'),
  },
  'requests:brought': {
    input: async () => ({ default: (await sourceOfRequest()).RequestSourceNote }),
    cell: async () => ({ default: (await sourceOfRequest()).SourceCell }),
  },
  'requests:deadline': {
    input: () => import('#console/sections/requests/deadline-input.tsx'),
    cell: () => import('#console/fields/moment/cell.tsx'),
  },
  'residents:units': {
    input: () => import('#console/sections/residents/units/input.tsx'),
    cell: () => import('#console/sections/residents/units/cell.tsx'),
    full: () => import('#console/sections/residents/units/full.tsx'),
  },
  'readings:meters': {
    input: () => import('#console/sections/readings/meters/input.tsx'),
    cell: () => import('#console/sections/readings/meters/cell.tsx'),
  },
  'employees:levels': {
    input: () => import('#console/sections/employees/fields/levels.tsx'),
    cell: async () => ({ default: (await ofEmployees()).LevelsCell }),
    full: async () => ({ default: (await fullOfEmployees()).FullLevel }),
  },
  'employees:porches': {
    input: () => import('#console/sections/employees/fields/porches.tsx'),
    cell: async () => ({ default: (await ofEmployees()).PorchesCell }),
    full: async () => ({ default: (await fullOfEmployees()).FullPorches }),
  },
  'employees:person': {
    input: null,
    cell: async () => ({ default: (await ofEmployees()).PersonCell }),
  },
  'buildings:address': {
    input: null,
    cell: async () => ({ default: (await ofSettings()).AddressCell }),
  },
  'buildings:named': {
    input: null,
    cell: async () => ({ default: (await ofSettings()).NamedCell }),
  },
  'buildings:day-range': {
    input: () => import('#console/sections/settings/fields/day-range.tsx'),
    cell: async () => ({ default: (await ofSettings()).DayRangeCell }),
  },
  'buildings:reading-types': {
    input: () => import('#console/sections/settings/fields/reading-types.tsx'),
    cell: async () => ({ default: (await ofSettings()).ReadingTypesCell }),
    full: async () => ({ default: (await fullOfSettings()).FullReadingTypes }),
  },
  'buildings:selection': {
    input: () => import('#console/sections/settings/fields/selection.tsx'),
    cell: async () => ({ default: (await ofSettings()).SelectionCell }),
    full: async () => ({ default: (await fullOfSettings()).FullSelection }),
  },
  'buildings:entrances': {
    input: () => import('#console/sections/settings/fields/entrances.tsx'),
    cell: () => import('#console/fields/text/cell.tsx'),
  },
  'buildings:others': {
    input: () => import('#console/sections/settings/fields/other-units.tsx'),
    cell: () => import('#console/fields/text/cell.tsx'),
  },
} as const satisfies { [Name in SectionKind]: FieldParts<Name> };
