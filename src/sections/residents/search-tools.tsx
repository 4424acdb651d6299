import '#i18n/resident-search-texts.ts';
import { useTranslate } from 'react-admin';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { useColumnChoice } from '#console/engine/list/column-choice/column-choice.ts';
import { ColumnsButton } from '#console/engine/list/column-choice/columns-button.tsx';
import SavedViews from '#console/engine/list/saved-views/saved-views.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { useWidth } from '#console/shell/width.ts';
import { FOUND_COLUMNS } from './found-table.tsx';
import { searchView } from './search-address.ts';
import { useSearch } from './search-state.ts';

/** The saved views of the search, and the column choice of its results. */
export function SearchTools({ hasTable }: { hasTable: boolean }) {
  const translate = useTranslate();
  const resource = useResource();
  const hasViews = useOwnServerFeature('views');
  const search = useSearch();
  // A phone always shows the same two columns.
  const isPhone = useWidth() === 'mobile';
  const [choice] = useColumnChoice(resource.name);
  const { query, isPart } = searchView(search, choice);
  const columns = FOUND_COLUMNS.map(({ name }) => ({ name, label: translate(`residents.results.columns.${name}`) }));
  return (
    <>
      {hasViews ? (
        <SavedViews
          resource={resource}
          query={query}
          note={isPart ? translate('residents.search.viewWithoutTyped') : null}
        />
      ) : null}
      {hasTable && !isPhone ? <ColumnsButton list={resource.name} columns={columns} /> : null}
    </>
  );
}
