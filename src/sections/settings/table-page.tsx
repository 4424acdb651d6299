import '#i18n/building-plan-texts.ts';
import { useOwnAddition } from '#console/data/session/features.ts';
import { ImportPage } from '#console/engine/import/import-page.tsx';
import { WrongPlace } from '#console/shell/wrong-place.tsx';
import { text } from '#i18n/console-text.ts';
import { buildingTable } from '#resources/sections/building-table.ts';

const resource = buildingTable(text);

/** `/settings/import-buildings`: buildings out of a table, a row each. */
export function TablePage() {
  return useOwnAddition('buildings') ? (
    <ImportPage resource={resource} />
  ) : (
    <WrongPlace backTo={resource.routes.list} />
  );
}
