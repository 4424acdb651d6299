import { lazy, Suspense } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { useResource } from '../../resource-context.tsx';
import { Card } from './card.tsx';
import classes from './cards.module.css';
import { ListPager } from './list-pager.tsx';
import { NewRecordsOffer } from './new-records-offer.tsx';

const LongGrid = lazy(() => import('./long-grid.tsx'));

/** Cards drawn all at once; of more, only the rows in view are. */
const DRAWN_AT_ONCE = 60;

/** Records as cards in a grid that keeps their width and spreads the room between them. */
export function CardsLayout() {
  const resource = useResource();
  const { data: rows = [], isFetching } = useListContext<RaRecord>();
  const atOnce = (
    <ul className={classes.grid} aria-busy={isFetching}>
      {rows.slice(0, DRAWN_AT_ONCE).map((record) => (
        <Card key={record.id} resource={resource} record={record} />
      ))}
    </ul>
  );
  return (
    <>
      <NewRecordsOffer />
      {rows.length > DRAWN_AT_ONCE ? (
        <Suspense fallback={atOnce}>
          <LongGrid resource={resource} rows={rows} />
        </Suspense>
      ) : (
        atOnce
      )}
      {resource.api.paging === 'page' ? <ListPager /> : null}
    </>
  );
}
