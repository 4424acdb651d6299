import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { focusAroundInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { useResource } from '../resource-context.tsx';
import classes from './move-buttons.module.css';
import { needsDialog, useOpenMoveDialog } from './move-flow.tsx';
import { type OfferedMove, useRecordMoves } from './offered.ts';
import { useMove } from './use-move.ts';

/** The moves of the record in context as buttons of its card. Loaded lazily, because most sections have none. */
export default function MoveButtons() {
  const resource = useResource();
  const record = useRecordContext();
  const translate = useTranslate();
  const moves = useRecordMoves(resource, record);
  const makeMove = useMove();
  const openDialog = useOpenMoveDialog();
  const [busyMove, setBusyMove] = useState<string | null>(null);
  if (!record || moves.length === 0) return null;

  async function onMoveClick(offer: OfferedMove) {
    if (!record || busyMove) return;
    // The button disappears once the state changes, so the focus moves first.
    focusAroundInstead(document.activeElement);
    if (needsDialog(offer)) {
      openDialog({ record, offer });
      return;
    }
    setBusyMove(offer.move.name);
    try {
      await makeMove(record, offer);
    } catch (error) {
      // An alert has reported it.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setBusyMove(null);
    }
  }

  return (
    <section className={classes.moves} aria-label={translate('moves.title')}>
      {moves.map((offer, index) => (
        <ActionButton
          key={offer.move.name}
          size="sm"
          variant={index === 0 && !offer.refusal ? 'primary' : 'secondary'}
          busy={busyMove === offer.move.name}
          refusal={offer.refusal}
          onClick={({ detail }) => {
            // The button of the next move appears in the same place, so a double click must not make that move too.
            if (detail <= 1) void onMoveClick(offer);
          }}
        >
          {offer.move.label}
        </ActionButton>
      ))}
    </section>
  );
}
