import '#i18n/draft-texts.ts';
import { useTranslate } from 'react-admin';
import { LeaveQuestion, useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';

/** Asks before the page is left or the tab closed while typed text in a cell would be lost, because cells have no drafts. */
export function CellLeaveGuard({ wouldLoseValue }: { wouldLoseValue: () => boolean }) {
  const translate = useTranslate();
  const blocker = useLeaveBlocker(wouldLoseValue);
  return <LeaveQuestion blocker={blocker} question={translate('drafts.leave')} yes={translate('drafts.leaveYes')} />;
}
