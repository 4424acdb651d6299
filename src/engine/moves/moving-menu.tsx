import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { movesFrom } from '#resources/language/moves.ts';
import { useResource } from '../resource-context.tsx';

/** Counts the moves of a record for its menu. Its own chunk. */
export default function MovingMenu({
  record,
  children,
}: {
  record: RaRecord | undefined;
  children: (moves: number) => ReactNode;
}) {
  const resource = useResource();
  return children(record ? movesFrom(resource, record).length : 0);
}
