import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { focusAroundInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { useResource } from '../resource-context.tsx';
import classes from './move-buttons.module.css';
import { asksFirst, useAskMove } from './move-flow.tsx';
import { type OfferedMove, useMoves } from './offered.ts';
import { useMove } from './use-move.ts';

/** The moves of the record in context as buttons of its card. Its own chunk: most sections have none. */
export default function MoveButtons() {
  const resource = useResource();
  const record = useRecordContext();
  const translate = useTranslate();
  const moves = useMoves(resource, record);
  const run = useMove();
  const ask = useAskMove();
  const [busy, setBusy] = useState<string | null>(null);
  if (!record || moves.length === 0) return null;

  async function act(offer: OfferedMove) {
    if (!record || busy) return;
    // The button disappears once the state changes, so the focus moves first.
    focusAroundInstead(document.activeElement);
    if (asksFirst(offer)) {
      ask({ record, offer });
      return;
    }
    setBusy(offer.move.name);
    try {
      await run(record, offer);
    } catch (error) {
      // The alert has reported it.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setBusy(null);
    }
  }

  return (
    <section className={classes.moves} aria-label={translate('moves.title')}>
      {moves.map((offer, place) => (
        <ActionButton
          key={offer.move.name}
          size="sm"
          variant={place === 0 && !offer.refusal ? 'primary' : 'secondary'}
          busy={busy === offer.move.name}
          refusal={offer.refusal}
          onClick={({ detail }) => {
            // The button of the next move appears in the same place: a double click must not make that move too.
            if (detail <= 1) void act(offer);
          }}
        >
          {offer.move.label}
        </ActionButton>
      ))}
    </section>
  );
}
