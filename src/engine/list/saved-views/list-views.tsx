import { useListContext } from 'react-admin';
import { useResource } from '../../resource-context.tsx';
import { useColumnChoice } from '../column-choice/column-choice.ts';
import { useGroupChoice } from '../groups/grouping.ts';
import { useFilters } from '../list-context.tsx';
import { queryOfList } from './query.ts';
import SavedViews from './saved-views.tsx';

/** The saved views of the list around it. Its own chunk. */
export default function ListViews() {
  const resource = useResource();
  const list = useListContext();
  const { toolbar } = useFilters();
  const [choice] = useColumnChoice(resource.name);
  const columns = resource.list.layout === 'table' ? choice : null;
  const group = useGroupChoice(resource);
  return <SavedViews resource={resource} query={queryOfList(list, toolbar, columns, group)} />;
}
