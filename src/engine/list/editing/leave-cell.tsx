import '#i18n/draft-texts.ts';
import { useTranslate } from 'react-admin';
import { LeaveQuestion, useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';

/** Asks before the page is left, closing the tab included, while what is typed in a cell would be lost: no draft keeps it. */
export function LeaveCell({ losesSomething }: { losesSomething: () => boolean }) {
  const translate = useTranslate();
  const blocker = useLeaveBlocker(losesSomething);
  return <LeaveQuestion blocker={blocker} question={translate('drafts.leave')} yes={translate('drafts.leaveYes')} />;
}
