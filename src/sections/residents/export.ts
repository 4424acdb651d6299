import '#i18n/resident-search-texts.ts';
import type { CsvCell } from '#console/data/export/csv.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import type { FoundBuilding } from '#resources/protocol/search/search-answers.ts';
import { unitLabel } from './suggestions.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

const COLUMNS = ['building', 'unit', 'porch', 'floor', 'pipe', 'lastName', 'firstName', 'phone', 'status'] as const;

/** Titles of the columns of the file. */
export const exportHeader = (translate: Translate): string[] =>
  COLUMNS.map((name) => translate(`residents.csv.${name}`));

/** A row for every resident; a unit without residents has one row too. */
export function exportRows(buildings: readonly FoundBuilding[], translate: Translate): CsvCell[][] {
  return buildings.flatMap(({ street, number, units }) =>
    units.flatMap((unit): CsvCell[][] => {
      const { porch, floor, pipe, residents } = unit;
      const place = [`${street}, ${number}`, unitLabel(unit, translate), porch, floor, pipe];
      if (!residents.length) return [[...place, null, null, null, null]];
      return residents.map(({ last_name, first_name, phone_number, status }) => [
        ...place,
        last_name,
        first_name,
        formatPhone(phone_number),
        translate(`residents.status.${status}`),
      ]);
    }),
  );
}
