import { useListContext, useTranslate } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { useResource } from '../../resource-context.tsx';
import { useRowsContext } from '../list-context.tsx';
import classes from './new-records-offer.module.css';

/** Reads the list from its beginning: to the top, and the first page anew. */
export function useToBeginning(): () => void {
  const area = useScrollArea();
  const { refetch } = useListContext();
  const { endless } = useRowsContext();
  return () => {
    area?.scrollTo({ top: 0 });
    if (endless) endless.restart();
    else refetch();
  };
}

/** Offers what others have added since the list was fetched; stays in view while one reads further below. */
export function NewRecordsOffer() {
  const translate = useTranslate();
  const { plural } = useResource().words;
  const { hasNew } = useRowsContext();
  const toBeginning = useToBeginning();
  if (!hasNew) return null;
  return (
    <div className={classes.fresh}>
      <ActionButton size="sm" variant="primary" onClick={toBeginning}>
        {translate('engine.list.showNew', { plural })}
      </ActionButton>
    </div>
  );
}
