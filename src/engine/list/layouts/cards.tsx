import { lazy, Suspense } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { useResource } from '../../resource-context.tsx';
import { Card } from './card.tsx';
import classes from './cards.module.css';
import { ListPager } from './list-pager.tsx';
import { NewRecordsOffer } from './new-records-offer.tsx';

const LongGrid = lazy(() => import('./long-grid.tsx'));

/** Up to this number all cards are rendered; beyond it the grid is virtualised. */
const PLAIN_GRID_MAX = 60;

/** Records as cards of a fixed width in a grid with flexible gaps. */
export function CardsLayout() {
  const resource = useResource();
  const { data: rows = [], isFetching } = useListContext<RaRecord>();
  const plainGrid = (
    <ul className={classes.grid} aria-busy={isFetching}>
      {rows.slice(0, PLAIN_GRID_MAX).map((record) => (
        <Card key={record.id} resource={resource} record={record} />
      ))}
    </ul>
  );
  return (
    <>
      <NewRecordsOffer />
      {rows.length > PLAIN_GRID_MAX ? (
        <Suspense fallback={plainGrid}>
          <LongGrid resource={resource} rows={rows} />
        </Suspense>
      ) : (
        plainGrid
      )}
      {resource.api.paging === 'page' ? <ListPager /> : null}
    </>
  );
}
