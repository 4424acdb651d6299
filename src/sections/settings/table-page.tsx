import '#i18n/building-plan-texts.ts';
import { useOwnAddition } from '#console/data/session/features.ts';
import { ImportPage } from '#console/engine/import/records/import-page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { text } from '#i18n/console-text.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { buildingTable, unitTable } from '#resources/sections/building-table.ts';

const BUILDINGS = buildingTable(text);
const UNITS = unitTable(text);

function Table({ resource }: { resource: Resource }) {
  return useOwnAddition('buildings') ? (
    <ImportPage resource={resource} />
  ) : (
    <WrongPlace backTo={resource.routes.list} />
  );
}

/** `/settings/import-buildings`: buildings out of a table, a row each. */
export const TablePage = () => <Table resource={BUILDINGS} />;

/** `/settings/import-units`: flats and other units out of a table, a row each. */
export const UnitsPage = () => <Table resource={UNITS} />;
