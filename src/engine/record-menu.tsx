import { lazy, Suspense, useContext } from 'react';
import { type RaRecord, useRecordContext, useTranslate } from 'react-admin';
import { refusalText, useRefusal } from '#console/data/session/access.ts';
import { RowMenuTrigger } from '#console/ui/buttons/row-menu-trigger.tsx';
import { fetchAhead } from '../ui/timing/fetch-ahead.ts';
import { useHasMoves } from './moves/has-moves.ts';
import { RecordMenuExtra } from './record-menu-extra.ts';
import { recordTitle, useResource } from './resource-context.tsx';

const fetchItems = () => import('./record-menu-items.tsx');
const RecordMenuItems = lazy(fetchItems);

const near = fetchAhead(fetchItems);

const MovingMenu = lazy(() => import('./moves/moving-menu.tsx'));

/**
 * The three dots of the record in context, with its moves and what the definition's `list.menu` names: editing, and
 * deleting by holding (CAM-03). Without the right they are greyed and say so (PERM-12). Nothing when the
 * definition names nothing.
 */
export function RecordMenu() {
  const resource = useResource();
  const record = useRecordContext();
  const hasMoves = useHasMoves(resource);
  if (!hasMoves) return <RecordDots record={record} />;
  return (
    <Suspense>
      <MovingMenu record={record}>{(moves) => <RecordDots record={record} moves={moves} />}</MovingMenu>
    </Suspense>
  );
}

/** The dots themselves. @param moves how many lead on from where the record stands */
function RecordDots({ record, moves = 0 }: { record: RaRecord | undefined; moves?: number }) {
  const resource = useResource();
  const translate = useTranslate();
  const { section, list } = resource;
  const why = useRefusal(section, 'change', resource.record, record);
  const hasExtra = useContext(RecordMenuExtra) !== null;
  if (!record || (list.menu.length === 0 && moves === 0 && !hasExtra)) return null;
  const title = recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`));
  const label = translate('engine.menu.of', { name: title });
  return (
    <RowMenuTrigger
      label={label}
      // A move may be open to a person without the right to change; each item of the menu says why it is not.
      refusal={why && moves === 0 && !hasExtra ? refusalText(why, translate) : null}
      near={near}
      menu={(anchor, close) => (
        <Suspense>
          <RecordMenuItems record={record} label={label} anchor={anchor} close={close} />
        </Suspense>
      )}
    />
  );
}
