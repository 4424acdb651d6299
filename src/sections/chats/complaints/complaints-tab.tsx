import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { useWidth } from '#console/shell/width.ts';
import type { ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { ComplaintPane } from './complaint-pane.tsx';
import classes from './complaints.module.css';
import { markComplaintsRead, useComplaints } from './complaints.ts';
import { COMPLAINTS_SOCKET } from './complaints-connection.ts';
import { SHOWN_TYPES } from './complaints-state.ts';
import { TypeList } from './type-list.tsx';

/** Complaint type named in the URL; null on a phone until one is chosen. */
function readTypeParam(name: string | null, isNarrow: boolean): ComplaintType | null {
  return SHOWN_TYPES.find((type) => type === name) ?? (isNarrow ? null : 'complaint');
}

/** Marks complaints as read while the browser tab is visible. */
function useMarkAsRead(type: ComplaintType | null, list: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: complaints added to the list are marked too
  useEffect(() => {
    if (!type) return;
    const markVisible = () => {
      if (!document.hidden) markComplaintsRead(type);
    };
    markVisible();
    document.addEventListener('visibilitychange', markVisible);
    return () => document.removeEventListener('visibilitychange', markVisible);
  }, [type, list]);
}

/** Tab «Обращения» of the chat page (COMPL-*), open to all staff (PERM-18): types with previews, and the list of one type. */
export default function ComplaintsTab() {
  const isNarrow = useWidth() === 'mobile';
  const [params, setParams] = useSearchParams();
  const type = readTypeParam(params.get('type'), isNarrow);
  const { connection, summaries, lists } = useComplaints(type);
  useMarkAsRead(type, type && lists[type]);

  const choose = (next: ComplaintType | null) =>
    setParams(
      (query) => {
        if (next) query.set('type', next);
        else query.delete('type');
        query.delete('complaint');
        return query;
      },
      // On a phone the list is a separate page, so the back button must return to the types.
      { replace: !isNarrow || next === null },
    );
  return (
    <>
      <UnreadNote path={COMPLAINTS_SOCKET} />
      <div className={classes.tab}>
        {isNarrow && type ? null : <TypeList summaries={summaries} chosenType={type} onChoose={choose} />}
        {type ? (
          <ComplaintPane
            key={type}
            type={type}
            list={lists[type]}
            connection={connection}
            namedId={Number(params.get('complaint')) || null}
            {...(isNarrow ? { onBack: () => choose(null) } : {})}
          />
        ) : null}
      </div>
    </>
  );
}
