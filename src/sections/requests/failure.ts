import { useState } from 'react';
import { useOnline } from '#console/data/online.ts';

/**
 * The error of a list, unless it was for want of a network: then what is there stays, and all is asked for anew with the
 * network. Nothing has failed until that has.
 */
export function useFailure(error: Error | null): Error | null {
  const online = useOnline();
  const [excused, excuse] = useState<Error | null>(null);
  if (!online && error !== excused) excuse(error);
  return online && error !== excused ? error : null;
}
