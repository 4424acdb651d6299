import ArrowForward from '@mui/icons-material/ArrowForward';
import type { RaRecord } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { type MenuChildProps, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { asksFirst, useAskMove } from './move-flow.tsx';
import type { OfferedMove } from './offered.ts';
import { useMove } from './use-move.ts';

/** A move of a record in its menu. */
export function MoveItem({ record, offer, ...menu }: MenuChildProps & { record: RaRecord; offer: OfferedMove }) {
  const run = useMove();
  const ask = useAskMove();
  async function act() {
    if (asksFirst(offer)) {
      ask({ record, offer });
      return;
    }
    try {
      await run(record, offer);
    } catch (error) {
      // The alert has reported it.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <RowMenuItem {...menu} icon={<ArrowForward aria-hidden />} refusal={offer.refusal} onClick={() => void act()}>
      {offer.move.label}
    </RowMenuItem>
  );
}
