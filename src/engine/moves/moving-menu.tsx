import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { findPossibleMoves } from '#resources/language/moves.ts';
import { useResource } from '../resource-context.tsx';

/** Counts the moves of a record for its menu. Loaded lazily. */
export default function MovingMenu({
  record,
  children,
}: {
  record: RaRecord | undefined;
  children: (moves: number) => ReactNode;
}) {
  const resource = useResource();
  return children(record ? findPossibleMoves(resource, record).length : 0);
}
