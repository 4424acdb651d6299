import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ask } from '#console/data/http/http.ts';
import { idOf } from '#resources/language/kinds/ids.ts';
import { decodeWholeBuilding, type WholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import { buildingPath } from '#resources/protocol/paths/buildings.ts';

/** A building with its open entrances, floors, risers and units; asked for once a building is chosen. */
export function useBuildingParts(id: number | null): { building: WholeBuilding | null; isPending: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['buildings', id],
    queryFn: ({ signal }) => ask(buildingPath(id ?? ''), decodeWholeBuilding, { signal }),
    enabled: id !== null,
    retry: false,
  });
  return { building: (id === null ? null : data) ?? null, isPending: isFetching && !data };
}

/** The building chosen in a neighbouring field; `onAnother` is called when the field was meant for another one (RES-31). */
export function useChosenBuilding(buildingField: string, source: string, onAnother: () => void): number | null {
  const id = idOf(useWatch({ name: buildingField }));
  useAnotherChoice(id, source, onAnother);
  return id;
}

/**
 * Calls `onAnother` when what a field belongs to becomes another thing while the field itself stays as it was: then it was
 * meant for the one before. A draft that is taken back brings both at once, and stays whole.
 * @param chosenId what is chosen now; null for nothing
 * @param source the field that belongs to it
 */
export function useAnotherChoice(chosenId: number | null, source: string, onAnother: () => void): void {
  const { getValues } = useFormContext();
  const previous = useRef<{ chosen: number | null; own: unknown }>({ chosen: chosenId, own: undefined });
  const react = useRef(onAnother);
  react.current = onAnother;
  useEffect(() => {
    // Of the form itself, where a value that is set is a new object and one that stays is the same.
    const fieldValue: unknown = getValues(source);
    const before = previous.current;
    previous.current = { chosen: chosenId, own: fieldValue };
    if (before.chosen !== null && before.chosen !== chosenId && Object.is(before.own, fieldValue)) react.current();
  });
}
