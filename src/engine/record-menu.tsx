import { lazy, Suspense, useContext } from 'react';
import { type RaRecord, useRecordContext, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { RowMenuTrigger } from '#console/ui/buttons/row-menu-trigger.tsx';
import { createPrefetchHandler } from '../ui/timing/prefetch-handler.ts';
import { useHasMoves } from './moves/has-moves.ts';
import { RecordMenuExtra } from './record-menu-extra.ts';
import { recordTitle, useResource } from './resource-context.tsx';

const fetchItems = () => import('./record-menu-items.tsx');
const RecordMenuItems = lazy(fetchItems);

const preloadItems = createPrefetchHandler(fetchItems);

const MovingMenu = lazy(() => import('./moves/moving-menu.tsx'));

/**
 * Menu button (three dots) of the record in context, with its moves and the items of `list.menu`: editing, and deleting by
 * holding (CAM-03). Disabled with the reason if the right is missing (PERM-12). Renders nothing when there are no items.
 */
export function RecordMenu() {
  const resource = useResource();
  const record = useRecordContext();
  const hasMoves = useHasMoves(resource);
  if (!hasMoves) return <RecordMenuButton record={record} />;
  return (
    <Suspense>
      <MovingMenu record={record}>{(moves) => <RecordMenuButton record={record} moves={moves} />}</MovingMenu>
    </Suspense>
  );
}

/** The menu button itself. @param moves number of moves from the record's current state */
function RecordMenuButton({ record, moves = 0 }: { record: RaRecord | undefined; moves?: number }) {
  const resource = useResource();
  const translate = useTranslate();
  const { section, list } = resource;
  const refusal = useRefusal(section, 'change', resource.record, record);
  const hasExtra = useContext(RecordMenuExtra) !== null;
  if (!record || (list.menu.length === 0 && moves === 0 && !hasExtra)) return null;
  const title = recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`));
  const label = translate('engine.menu.of', { name: title });
  return (
    <RowMenuTrigger
      label={label}
      // A move may be allowed without the right to change; each item of the menu then shows its own refusal.
      refusal={refusal && moves === 0 && !hasExtra ? refusalText(refusal, translate) : null}
      near={preloadItems}
      menu={(anchor, close) => (
        <Suspense>
          <RecordMenuItems record={record} label={label} anchor={anchor} close={close} />
        </Suspense>
      )}
    />
  );
}
