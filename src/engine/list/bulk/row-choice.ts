import { useCallback, useEffect, useRef } from 'react';
import type { Identifier } from 'react-admin';

/** Selection of rows in a table. */
export interface RowChoice {
  isChosen: (id: Identifier) => boolean;
  /** Whether all rows that are there are chosen, or some. */
  all: boolean;
  some: boolean;
  /** Chooses a row or lets it go. @param isRange all rows from the one before that was pressed */
  toggle: (id: Identifier, isRange: boolean) => void;
  toggleAll: () => void;
}

/**
 * Choosing rows of a table, over react-admin's selection.
 * @param ids of the rows in the order in which they stand
 * @param key what the rows are narrowed by: with another one, and whenever the table comes and goes, nothing is chosen. What stands on
 * another page stays chosen
 */
export function useRowChoice(
  ids: readonly Identifier[],
  selected: readonly Identifier[],
  select: (ids: Identifier[]) => void,
  key: string,
): RowChoice {
  const latest = useRef({ ids, selected, select });
  latest.current = { ids, selected, select };
  const pressed = useRef<Identifier | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key begins anew
  useEffect(() => {
    const clear = () => {
      pressed.current = null;
      if (latest.current.selected.length) latest.current.select([]);
    };
    clear();
    return clear;
  }, [key]);
  const toggle = useCallback((id: Identifier, isRange: boolean) => {
    const { ids, selected, select } = latest.current;
    const isOn = !selected.includes(id);
    const [from, to] = [ids.indexOf(pressed.current ?? id), ids.indexOf(id)].sort((a, b) => a - b);
    const toggledIds = isRange && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id];
    pressed.current = id;
    const others = selected.filter((one) => !toggledIds.includes(one));
    select(isOn ? [...others, ...toggledIds] : others);
  }, []);
  const toggleAll = useCallback(() => {
    const { ids, selected, select } = latest.current;
    const isAll = ids.every((id) => selected.includes(id));
    const others = selected.filter((id) => !ids.includes(id));
    select(isAll ? others : [...others, ...ids]);
  }, []);
  const selectedIds = new Set(selected);
  return {
    isChosen: (id) => selectedIds.has(id),
    all: ids.length > 0 && ids.every((id) => selectedIds.has(id)),
    some: ids.some((id) => selectedIds.has(id)),
    toggle,
    toggleAll,
  };
}
