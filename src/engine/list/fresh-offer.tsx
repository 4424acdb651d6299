import { useTranslate } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './fresh-offer.module.css';
import type { Rows } from './rows.ts';

/** Reads a list from its beginning: to the top, and the first page anew. */
export function useToBeginning({ more, refetch }: Pick<Rows, 'more' | 'refetch'>): () => void {
  const area = useScrollArea();
  return () => {
    area?.scrollTo({ top: 0 });
    if (more) more.restart();
    else refetch();
  };
}

/** Offers what others have added since the list was fetched; stays in view while one reads further below. */
export function FreshOffer({ resource, list }: { resource: Resource; list: Rows }) {
  const translate = useTranslate();
  const toBeginning = useToBeginning(list);
  if (!list.fresh) return null;
  return (
    <div className={classes.fresh}>
      <ActionButton size="sm" variant="primary" onClick={toBeginning}>
        {translate('engine.list.showNew', { plural: resource.words.plural })}
      </ActionButton>
    </div>
  );
}
