import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { idOf } from '#resources/language/kinds/ids.ts';

/** The house chosen in a neighbouring field; `onAnother` is called when it becomes another one (RES-31). */
export function useChosenBuilding(source: string, onAnother: () => void): number | null {
  const id = idOf(useWatch({ name: source }));
  const previous = useRef(id);
  const react = useRef(onAnother);
  react.current = onAnother;
  useEffect(() => {
    if (previous.current !== null && previous.current !== id) react.current();
    previous.current = id;
  }, [id]);
  return id;
}
