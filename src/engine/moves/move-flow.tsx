import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldMove } from '#resources/language/moves.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));

/** Whether a move asks something before it is made. */
export const asksFirst = ({ move: { confirm, asks, hold } }: FieldMove): boolean =>
  confirm !== undefined || asks !== undefined || hold === true;

/** A move whose dialog is open, with the record as it was when it opened. */
interface AskedMove {
  record: RaRecord;
  offer: FieldMove;
}

const AskContext = createContext<((asked: AskedMove) => void) | null>(null);

/** Opens the dialog of a move. */
export function useAskMove(): (asked: AskedMove) => void {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useAskMove needs MoveDialogs around it');
  return ask;
}

/** Keeps the dialog of a move beside a list: the row or card that opened it may disappear meanwhile. */
export function MoveDialogs({ children }: { children: ReactNode }) {
  const [openMove, ask] = useState<AskedMove | null>(null);
  // A move that was cancelled while it was sent closes only its own dialog.
  const close = useCallback(() => ask((now) => (now === openMove ? null : now)), [openMove]);
  return (
    <AskContext value={ask}>
      {children}
      {openMove ? (
        <Suspense>
          <MoveDialog {...openMove} onClose={close} />
        </Suspense>
      ) : null}
    </AskContext>
  );
}
