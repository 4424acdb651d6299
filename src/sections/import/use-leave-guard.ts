import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker } from 'react-router';
import type { CheckedList } from './checked-list.ts';

/** Asks before a checked list that was not sent is left, as forms ask of what was not saved; closing the tab asks too. */
export function useLeaveGuard(list: CheckedList): void {
  const translate = useTranslate();
  const isAsking = list.isUnsent() || list.sending;
  // Looked at when somebody leaves: what was just sent need not be drawn yet.
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (list.isUnsent() || list.sending),
  );
  useEffect(() => {
    if (state !== 'blocked') return;
    if (window.confirm(translate(list.sending ? 'import.check.leaveSending' : 'import.check.leave'))) proceed();
    else reset();
  }, [state, proceed, reset, list, translate]);

  useEffect(() => {
    if (!isAsking) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isAsking]);
}
