import '#i18n/building-plan-texts.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { RecordImportPage } from '#console/engine/import/records/import-page.tsx';
import { RecordNotFound } from '#console/shell/record-not-found.tsx';
import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { buildingTable, unitTable } from '#resources/sections/building-table.ts';

const BUILDINGS_IMPORT = buildingTable(text);
const UNITS_IMPORT = unitTable(text);

function ImportTable({ resource }: { resource: Resource }) {
  return useOwnServerFeature('buildings') ? (
    <RecordImportPage resource={resource} />
  ) : (
    <RecordNotFound backTo={resource.routes.list} />
  );
}

/** `/settings/import-buildings`: imports buildings from a table, one per row. */
export const BuildingsImportPage = () => <ImportTable resource={BUILDINGS_IMPORT} />;

/** `/settings/import-units`: imports flats and other units from a table, one per row. */
export const UnitsImportPage = () => <ImportTable resource={UNITS_IMPORT} />;
