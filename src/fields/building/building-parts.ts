import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ask } from '#console/data/http/http.ts';
import { toId } from '#resources/language/kinds/ids.ts';
import { decodeWholeBuilding, type WholeBuilding } from '#resources/protocol/buildings/whole-building-answers.ts';
import { buildingPath } from '#resources/protocol/paths/buildings.ts';

/** A building with its accessible entrances, floors, risers and units; fetched once a building is chosen. */
export function useWholeBuilding(id: number | null): { building: WholeBuilding | null; isPending: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['buildings', id],
    queryFn: ({ signal }) => ask(buildingPath(id ?? ''), decodeWholeBuilding, { signal }),
    enabled: id !== null,
    retry: false,
  });
  return { building: (id === null ? null : data) ?? null, isPending: isFetching && !data };
}

/**
 * The building chosen in another field; `onParentChanged` is called when it changes and this field's value belonged to the previous one
 * (RES-31).
 */
export function useChosenBuilding(buildingField: string, source: string, onParentChanged: () => void): number | null {
  const id = toId(useWatch({ name: buildingField }));
  useParentChanged(id, source, onParentChanged);
  return id;
}

/**
 * Calls `onParentChanged` when the choice a field depends on changes while the field's own value does not, so that the value belongs to
 * the previous choice. A restored draft changes both at once and is left intact.
 * @param chosenId current choice; null for none
 * @param source name of the dependent field
 */
export function useParentChanged(chosenId: number | null, source: string, onParentChanged: () => void): void {
  const { getValues } = useFormContext();
  const previous = useRef<{ chosen: number | null; fieldValue: unknown }>({ chosen: chosenId, fieldValue: undefined });
  const callbackRef = useRef(onParentChanged);
  callbackRef.current = onParentChanged;
  useEffect(() => {
    // Compares by identity: the form sets new objects and keeps unchanged ones.
    const fieldValue: unknown = getValues(source);
    const last = previous.current;
    previous.current = { chosen: chosenId, fieldValue };
    if (last.chosen !== null && last.chosen !== chosenId && Object.is(last.fieldValue, fieldValue))
      callbackRef.current();
  });
}
