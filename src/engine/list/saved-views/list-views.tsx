import { useListContext } from 'react-admin';
import { useResource } from '../../resource-context.tsx';
import { useColumnChoice } from '../column-choice/column-choice.ts';
import { useStoredGroupChoice } from '../groups/grouping.ts';
import { useFilters } from '../list-context.tsx';
import { viewQuery } from './query.ts';
import SavedViews from './saved-views.tsx';

/** Saved views of the surrounding list. Loaded lazily. */
export default function ListViews() {
  const resource = useResource();
  const list = useListContext();
  const { toolbar } = useFilters();
  const [choice] = useColumnChoice(resource.name);
  const columns = resource.list.layout === 'table' ? choice : null;
  const group = useStoredGroupChoice(resource);
  return <SavedViews resource={resource} query={viewQuery(list, toolbar, columns, group)} />;
}
