import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { FieldMove } from '#resources/language/moves.ts';

const MoveDialog = lazy(() => import('./move-dialog.tsx'));

/** Whether a move opens a dialog before it is made. */
export const needsDialog = ({ move: { confirm, asks, hold } }: FieldMove): boolean =>
  confirm !== undefined || asks !== undefined || hold === true;

/** A move whose dialog is open, with the record as of its opening. */
interface MoveRequest {
  record: RaRecord;
  offer: FieldMove;
}

const OpenMoveDialogContext = createContext<((moveRequest: MoveRequest) => void) | null>(null);

/** Returns a function that opens the dialog of a move. */
export function useOpenMoveDialog(): (moveRequest: MoveRequest) => void {
  const openDialog = useContext(OpenMoveDialogContext);
  if (!openDialog) throw new Error('useOpenMoveDialog needs MoveDialogs around it');
  return openDialog;
}

/** Renders the dialog of a move beside the list, because the row or card that opened it may disappear meanwhile. */
export function MoveDialogs({ children }: { children: ReactNode }) {
  const [moveRequest, setMoveRequest] = useState<MoveRequest | null>(null);
  // If another dialog has been opened meanwhile, it stays open.
  const close = useCallback(
    () => setMoveRequest((current) => (current === moveRequest ? null : current)),
    [moveRequest],
  );
  return (
    <OpenMoveDialogContext value={setMoveRequest}>
      {children}
      {moveRequest ? (
        <Suspense>
          <MoveDialog {...moveRequest} onClose={close} />
        </Suspense>
      ) : null}
    </OpenMoveDialogContext>
  );
}
