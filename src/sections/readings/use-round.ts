import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Whether the round is open, and its setter; kept in the query string. */
export function useRound(): [boolean, (on: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const setRound = useCallback(
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
  return [params.get('round') === '1', setRound];
}
