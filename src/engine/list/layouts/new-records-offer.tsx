import { useListContext, useTranslate } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { useResource } from '../../resource-context.tsx';
import { useRowsContext } from '../list-context.tsx';
import classes from './new-records-offer.module.css';

/** Returns a function that scrolls to the top and refetches the list from its first page. */
export function useShowFromStart(): () => void {
  const area = useScrollArea();
  const { refetch } = useListContext();
  const { endless } = useRowsContext();
  return () => {
    area?.scrollTo({ top: 0 });
    if (endless) endless.restart();
    else refetch();
  };
}

/** Button that shows records which others have added since the list was fetched; sticky while the person scrolls down. */
export function NewRecordsOffer() {
  const translate = useTranslate();
  const { plural } = useResource().words;
  const { hasNew } = useRowsContext();
  const showFromStart = useShowFromStart();
  if (!hasNew) return null;
  return (
    <div className={classes.fresh}>
      <ActionButton size="sm" variant="primary" onClick={showFromStart}>
        {translate('engine.list.showNew', { plural })}
      </ActionButton>
    </div>
  );
}
