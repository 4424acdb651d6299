import { useTranslate } from 'react-admin';
import { ColumnsButton } from '#console/engine/list/column-choice/columns-button.tsx';
import { useResource } from '#console/engine/resource-context.tsx';
import { LIST_COLUMNS } from './request-rows.ts';

/** Column choice of the requests list; loaded as a separate chunk. */
export default function RequestColumnsButton() {
  const translate = useTranslate();
  const columns = LIST_COLUMNS.map((name) => ({ name, label: translate(`tasks.list.columns.${name}`) }));
  return <ColumnsButton list={useResource().name} columns={columns} />;
}
