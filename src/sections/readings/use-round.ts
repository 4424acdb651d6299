import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Whether the table is being filled like a spreadsheet, and how to begin and end that; the address says it. */
export function useRound(): [boolean, (on: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const turn = useCallback(
    (isOn: boolean) =>
      setParams((query) => {
        query.delete('id');
        query.delete('porch');
        if (isOn) query.set('round', '1');
        else query.delete('round');
        return query;
      }),
    [setParams],
  );
  return [params.get('round') === '1', turn];
}
