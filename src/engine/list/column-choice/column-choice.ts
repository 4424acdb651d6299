import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { useSearchParams } from 'react-router';

/** URL parameter for the column choice of a list; also part of a saved view's query. */
export const COLUMNS_KEY = 'columns';

/** A column that a person can show or hide. */
export interface SelectableColumn {
  name: string;
  /** Whether the column is hidden unless the person has chosen it. */
  extra?: boolean;
}

/** A column with its visibility. */
export interface ColumnState<Item> {
  column: Item;
  isShown: boolean;
}

/**
 * All columns of a table in the person's order. A choice lists names in order, hidden ones with a minus: `name,-status`. The
 * first column always stays first; columns missing from the choice, e.g. newer ones, come last with their default visibility.
 */
export function orderColumns<Item extends SelectableColumn>(all: readonly Item[], choice: string): ColumnState<Item>[] {
  const visibility = new Map(choice.split(',').map((part) => [part.replace(/^-/, ''), !part.startsWith('-')]));
  const chosenNames = [...visibility.keys()];
  const [first, ...others] = all;
  const sortIndex = ({ name }: Item) => (visibility.has(name) ? chosenNames.indexOf(name) : chosenNames.length);
  const otherColumns = others
    .toSorted((a, b) => sortIndex(a) - sortIndex(b))
    .map((column) => ({ column, isShown: visibility.get(column.name) ?? !column.extra }));
  return first ? [{ column: first, isShown: true }, ...otherColumns] : otherColumns;
}

/** Serializes a column choice. */
export const serializeColumns = (columns: readonly ColumnState<SelectableColumn>[]): string =>
  columns.map(({ column, isShown }) => (isShown ? column.name : `-${column.name}`)).join(',');

/** The visible columns of a table, in order. */
export const shownColumns = <Item extends SelectableColumn>(all: readonly Item[], choice: string): Item[] =>
  orderColumns(all, choice).flatMap(({ column, isShown }) => (isShown ? column : []));

/**
 * A display setting of a list with its setter, stored in the browser between visits. A value in the URL takes precedence and is
 * stored.
 * @param list name of the definition
 * @param key name of the setting and of its URL parameter
 */
export function useListSetting(list: string, key: string): readonly [choice: string, choose: (choice: string) => void] {
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
      (searchParams) => {
        searchParams.set(key, choice);
        return searchParams;
      },
      { replace: true },
    );
  };
  return [namedChoice ?? storedChoice, choose];
}

/** The column choice of a list with its setter. */
export const useColumnChoice = (list: string) => useListSetting(list, COLUMNS_KEY);
