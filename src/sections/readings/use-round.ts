import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Whether the table is being filled like a spreadsheet, and how to begin and end that; the address says it. */
export function useRound(): [boolean, (on: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const turn = useCallback(
    (on: boolean) =>
      setParams((known) => {
        known.delete('id');
        known.delete('porch');
        if (on) known.set('round', '1');
        else known.delete('round');
        return known;
      }),
    [setParams],
  );
  return [params.get('round') === '1', turn];
}
