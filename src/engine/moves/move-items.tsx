import ArrowForward from '@mui/icons-material/ArrowForward';
import type { RaRecord } from 'react-admin';
import { RequestError } from '#console/data/http/request-error.ts';
import { type MenuChildProps, RowMenuItem } from '#console/ui/row-menu/row-menu.tsx';
import { asksFirst, useAskMove } from './move-flow.tsx';
import type { OfferedMove } from './offered.ts';
import { useMove } from './use-move.ts';

/** A move of a record in its menu. */
export function MoveItem({ record, found, ...menu }: MenuChildProps & { record: RaRecord; found: OfferedMove }) {
  const run = useMove();
  const ask = useAskMove();
  async function act() {
    if (asksFirst(found)) {
      ask({ record, found });
      return;
    }
    try {
      await run(record, found);
    } catch (error) {
      // The alert has told of it.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <RowMenuItem {...menu} icon={<ArrowForward aria-hidden />} refusal={found.refusal} onClick={() => void act()}>
      {found.move.label}
    </RowMenuItem>
  );
}
