import { lazy, Suspense } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/access.ts';
import { RowMenuTrigger } from '#console/ui/row-menu-trigger.tsx';
import { recordTitle, useResource } from './resource-context.tsx';

const fetchItems = () => import('./record-menu-items.tsx');
const RecordMenuItems = lazy(fetchItems);

/** Fetches the items ahead of the click; a fetch that fails is made again by the click, which tells. */
const near = () => void fetchItems().catch(() => undefined);

/**
 * The three dots of the record in context, with what the definition's `list.menu` names: editing, and
 * deleting by holding (CAM-03). Without the right they are greyed and say so (PERM-12). Nothing when the
 * definition names nothing.
 */
export function RecordMenu() {
  const resource = useResource();
  const record = useRecordContext();
  const translate = useTranslate();
  const { section, list } = resource;
  const why = useRefusal(section, 'change', resource.record, record);
  if (!record || list.menu.length === 0) return null;
  const title = recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`));
  const label = translate('engine.menu.of', { name: title });
  return (
    <RowMenuTrigger
      label={label}
      refusal={why ? refusalText(why, translate) : null}
      near={near}
      menu={(anchor, close) => (
        <Suspense>
          <RecordMenuItems record={record} label={label} anchor={anchor} close={close} />
        </Suspense>
      )}
    />
  );
}
