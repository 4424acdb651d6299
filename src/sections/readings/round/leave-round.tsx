import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useBeforeUnload, useBlocker } from 'react-router';
import { LeaveQuestion } from '#console/ui/dialogs/leave-question.tsx';
import type { RoundStore } from './round-store.ts';

/** Asks before leaving a round with unsent values; closing the tab asks only if they are not stored. */
export function LeaveRound({ store }: { store: RoundStore }) {
  const translate = useTranslate();
  const isStored = useRef(true);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const leavesRound =
      currentLocation.pathname !== nextLocation.pathname || !new URLSearchParams(nextLocation.search).has('round');
    if (store.tally().failed === 0 || !leavesRound) return false;
    isStored.current = store.flushDrafts();
    return true;
  });
  useBeforeUnload((event) => {
    const { failed, saving } = store.tally();
    if (failed + saving > 0 && !store.flushDrafts()) event.preventDefault();
  });
  return (
    <LeaveQuestion
      blocker={blocker}
      question={translate(isStored.current ? 'readings.round.leave' : 'readings.round.leaveUnkept', {
        count: store.tally().failed,
      })}
      yes={translate('readings.round.leaveYes')}
    />
  );
}
