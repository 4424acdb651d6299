import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router';

/** Key of a choice of columns in the address of a list, and in the query of a saved view. */
export const COLUMNS_KEY = 'columns';

/** A column that there is to choose. */
export interface Choosable {
  name: string;
  /** Whether it stands in the table only where it was chosen. */
  extra?: boolean;
}

/** A column, and whether it is shown. */
export interface ColumnState<Item> {
  column: Item;
  isShown: boolean;
}

/**
 * All columns of a table in the person's order. A choice names them in order, hidden ones with a minus: `name,-status`. The
 * first column always stands first; what a choice does not name, as a column that came later, comes last and as it is of itself.
 */
export function arrangedColumns<Item extends Choosable>(all: readonly Item[], choice: string): ColumnState<Item>[] {
  const visibility = new Map(choice.split(',').map((part) => [part.replace(/^-/, ''), !part.startsWith('-')]));
  const places = [...visibility.keys()];
  const [first, ...others] = all;
  const place = ({ name }: Item) => (visibility.has(name) ? places.indexOf(name) : places.length);
  const rest = others
    .toSorted((a, b) => place(a) - place(b))
    .map((column) => ({ column, isShown: visibility.get(column.name) ?? !column.extra }));
  return first ? [{ column: first, isShown: true }, ...rest] : rest;
}

/** A choice as it is written down. */
export const columnChoice = (columns: readonly ColumnState<Choosable>[]): string =>
  columns.map(({ column, isShown }) => (isShown ? column.name : `-${column.name}`)).join(',');

/** The columns of a table that are shown, in order. */
export const shownColumns = <Item extends Choosable>(all: readonly Item[], choice: string): Item[] =>
  arrangedColumns(all, choice).flatMap(({ column, isShown }) => (isShown ? column : []));

/**
 * A person's choice of how a list is shown, and how to change it: kept in the browser between visits. What an address says of
 * it counts, and stays when the address no longer says it.
 * @param list name of the definition
 * @param key of the choice in the address
 */
export function useListLook(list: string, key: string): readonly [choice: string, choose: (choice: string) => void] {
  const [storedChoice, storeChoice] = useStore(`${list}.${key}`, '');
  const [params, setParams] = useSearchParams();
  const namedChoice = params.get(key);
  useEffect(() => {
    if (namedChoice !== null) storeChoice(namedChoice);
  }, [namedChoice, storeChoice]);
  const choose = (choice: string) => {
    storeChoice(choice);
    if (namedChoice === null) return;
    setParams(
      (known) => {
        known.set(key, choice);
        return known;
      },
      { replace: true },
    );
  };
  return [namedChoice ?? storedChoice, choose];
}

/** The same of the columns of a list. */
export const useColumnChoice = (list: string) => useListLook(list, COLUMNS_KEY);
