import ArrowForward from '@mui/icons-material/ArrowForward';
import type { RaRecord } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { type MenuChildProps, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { needsDialog, useOpenMoveDialog } from './move-flow.tsx';
import type { OfferedMove } from './offered.ts';
import { useMove } from './use-move.ts';

/** A move of a record in its menu. */
export function MoveItem({ record, offer, ...menu }: MenuChildProps & { record: RaRecord; offer: OfferedMove }) {
  const makeMove = useMove();
  const openDialog = useOpenMoveDialog();
  async function onItemClick() {
    if (needsDialog(offer)) {
      openDialog({ record, offer });
      return;
    }
    try {
      await makeMove(record, offer);
    } catch (error) {
      // An alert has reported it.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <RowMenuItem
      {...menu}
      icon={<ArrowForward aria-hidden />}
      refusal={offer.refusal}
      onClick={() => void onItemClick()}
    >
      {offer.move.label}
    </RowMenuItem>
  );
}
