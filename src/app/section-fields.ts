import type { FieldParts } from '#console/fields/plain-fields.ts';
import type { SectionKind } from '#resources/sections/kinds/registry.ts';

const loadEmployeeCells = () => import('#console/sections/employees/fields/cells.tsx');
const loadEmployeeFullViews = () => import('#console/sections/employees/fields/full.tsx');
const loadSettingsCells = () => import('#console/sections/settings/fields/cells.tsx');
const loadSettingsFullViews = () => import('#console/sections/settings/fields/full.tsx');
const loadRequestSource = () => import('#console/sections/requests/request-source.tsx');

/** Widgets of the field kinds that belong to single sections; those of the common kinds are in `src/fields/registry.ts`. */
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
    input: async () => ({ default: (await loadRequestSource()).RequestSourceNote }),
    cell: async () => ({ default: (await loadRequestSource()).SourceCell }),
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
    cell: async () => ({ default: (await loadEmployeeCells()).LevelsCell }),
    full: async () => ({ default: (await loadEmployeeFullViews()).FullLevel }),
  },
  'employees:porches': {
    input: () => import('#console/sections/employees/fields/porches.tsx'),
    cell: async () => ({ default: (await loadEmployeeCells()).PorchesCell }),
    full: async () => ({ default: (await loadEmployeeFullViews()).FullPorches }),
  },
  'employees:person': {
    input: null,
    cell: async () => ({ default: (await loadEmployeeCells()).PersonCell }),
  },
  'buildings:address': {
    input: null,
    cell: async () => ({ default: (await loadSettingsCells()).AddressCell }),
  },
  'buildings:named': {
    input: null,
    cell: async () => ({ default: (await loadSettingsCells()).NamedCell }),
  },
  'buildings:day-range': {
    input: () => import('#console/sections/settings/fields/day-range.tsx'),
    cell: async () => ({ default: (await loadSettingsCells()).DayRangeCell }),
  },
  'buildings:reading-types': {
    input: () => import('#console/sections/settings/fields/reading-types.tsx'),
    cell: async () => ({ default: (await loadSettingsCells()).ReadingTypesCell }),
    full: async () => ({ default: (await loadSettingsFullViews()).FullReadingTypes }),
  },
  'buildings:selection': {
    input: () => import('#console/sections/settings/fields/selection.tsx'),
    cell: async () => ({ default: (await loadSettingsCells()).SelectionCell }),
    full: async () => ({ default: (await loadSettingsFullViews()).FullSelection }),
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
