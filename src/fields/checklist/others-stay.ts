import { useFormState, useWatch } from 'react-hook-form';
import { idOf } from '#resources/language/kinds/ids.ts';
import { useBuildingParts } from '../building/building-parts.ts';
import { useWireRecord } from '../wire-record.ts';

/**
 * Whether a record may hold ticks that the person is not shown: it is edited, and its building is open to him in part. They stay
 * whatever he sends, so whether anything is ticked at all only the server can say.
 */
export function useOthersStay(buildingField: string): boolean {
  const record = useWireRecord();
  const { building } = useBuildingParts(idOf(useWatch({ name: buildingField })));
  const { dirtyFields } = useFormState({ name: buildingField, exact: true });
  return record !== null && building?.is_all_porches === false && !dirtyFields[buildingField];
}
