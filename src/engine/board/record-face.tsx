import { RecordContextProvider, useTranslate } from 'react-admin';
import { WithinControl } from '#console/fields/parts/cell-link.tsx';
import { isEmpty } from '#resources/language/kinds/ids.ts';
import { isStateField } from '#resources/language/moves.ts';
import { titleField } from '#resources/language/title-field.ts';
import { readWireValue } from '#resources/language/wire-keys.ts';
import { listColumns } from '../list/layouts/columns.ts';
import { RecordLines } from '../record-lines.tsx';
import { recordTitle, useResource } from '../resource-context.tsx';
import { useSlot } from '../slots.tsx';
import type { RecordBoardCard } from './record-board.ts';
import classes from './record-face.module.css';

/** Number of fields on a card beside an open panel. */
const COMPACT_FIELDS = 2;

/** Content of a record's card on a board: its title and its non-empty columns. */
export function RecordFace({ card: { record }, compact }: { card: RecordBoardCard; compact: boolean }) {
  const resource = useResource();
  const translate = useTranslate();
  const Slot = useSlot(resource.list.card);
  if (Slot) {
    return (
      <RecordContextProvider value={record}>
        <Slot />
      </RecordContextProvider>
    );
  }
  // The state is omitted, because the column shows it.
  const lines = listColumns(resource).filter(
    ({ name, field }) =>
      name !== titleField(resource) && !isStateField(field) && !isEmpty(readWireValue(name, field, record)),
  );
  return (
    <RecordContextProvider value={record}>
      <p className={classes.title}>
        {recordTitle(resource, record, translate(`resources.${resource.name}.forcedCaseName`))}
      </p>
      {lines.length > 0 ? (
        <WithinControl value>
          <RecordLines columns={lines.slice(0, compact ? COMPACT_FIELDS : undefined)} classes={classes} />
        </WithinControl>
      ) : null}
    </RecordContextProvider>
  );
}
