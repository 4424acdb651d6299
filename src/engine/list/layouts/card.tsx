import { useContext } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { RecordCard } from '../../record-card.tsx';
import { useSlot } from '../../slots.tsx';
import { RowColourContext } from '../list-context.tsx';
import classes from './cards.module.css';

/** One record as a card: the definition's widget, or its fields. */
export function Card({ resource, record }: { resource: Resource; record: RaRecord }) {
  const Slot = useSlot(resource.list.card);
  const colour = useContext(RowColourContext)?.(record);
  return (
    <li className={classes.card} {...colour?.props}>
      {colour?.mark}
      <RecordContextProvider value={record}>{Slot ? <Slot /> : <RecordCard />}</RecordContextProvider>
    </li>
  );
}
