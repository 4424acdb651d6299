import { useWatch } from 'react-hook-form';
import { idOf } from '#resources/language/kinds/ids.ts';
import { useAnotherChoice } from './another-choice.ts';

/** The building chosen in a neighbouring field; `onAnother` is called when the field was meant for another one (RES-31). */
export function useChosenBuilding(buildingField: string, source: string, onAnother: () => void): number | null {
  const id = idOf(useWatch({ name: buildingField }));
  useAnotherChoice(id, source, onAnother);
  return id;
}
