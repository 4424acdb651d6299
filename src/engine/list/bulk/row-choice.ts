import { useCallback, useEffect, useRef } from 'react';
import type { Identifier } from 'react-admin';

/** Selection of rows in a table. */
export interface RowSelection {
  isChosen: (id: Identifier) => boolean;
  /** Whether all rows of the page are selected, or some. */
  all: boolean;
  some: boolean;
  /** Selects or deselects a row. @param isRange applies to all rows since the last one toggled */
  toggle: (id: Identifier, isRange: boolean) => void;
  toggleAll: () => void;
}

/**
 * Selection of rows in a table, on top of react-admin's selection.
 * @param ids ids of the visible rows, in order
 * @param key what filters the rows: the selection is cleared when it changes and when the table mounts or unmounts, but kept when
 * the page changes
 */
export function useRowSelection(
  ids: readonly Identifier[],
  selected: readonly Identifier[],
  select: (ids: Identifier[]) => void,
  key: string,
): RowSelection {
  const latest = useRef({ ids, selected, select });
  latest.current = { ids, selected, select };
  const lastToggled = useRef<Identifier | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key clears the selection
  useEffect(() => {
    const clear = () => {
      lastToggled.current = null;
      if (latest.current.selected.length) latest.current.select([]);
    };
    clear();
    return clear;
  }, [key]);
  const toggle = useCallback((id: Identifier, isRange: boolean) => {
    const { ids, selected, select } = latest.current;
    const isSelecting = !selected.includes(id);
    const [from, to] = [ids.indexOf(lastToggled.current ?? id), ids.indexOf(id)].sort((a, b) => a - b);
    const toggledIds = isRange && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id];
    lastToggled.current = id;
    const others = selected.filter((selectedId) => !toggledIds.includes(selectedId));
    select(isSelecting ? [...others, ...toggledIds] : others);
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
