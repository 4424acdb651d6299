import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { UnreadNote } from '#console/shell/page-notes.tsx';
import { useWidth } from '#console/shell/width.ts';
import type { ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { ComplaintPane } from './complaint-pane.tsx';
import classes from './complaints.module.css';
import { readComplaints, useComplaints } from './complaints.ts';
import { COMPLAINTS_SOCKET } from './complaints-connection.ts';
import { SHOWN_TYPES } from './complaints-state.ts';
import { TypeList } from './type-list.tsx';

/** The type that the address names; null on a phone until one is chosen. */
function chosenType(name: string | null, narrow: boolean): ComplaintType | null {
  return SHOWN_TYPES.find((type) => type === name) ?? (narrow ? null : 'complaint');
}

/** Marks complaints as read, but only while the page is in front. */
function useReading(type: ComplaintType | null, list: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came into the list is to be read too
  useEffect(() => {
    if (!type) return;
    const look = () => {
      if (!document.hidden) readComplaints(type);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [type, list]);
}

/** The tab «Обращения» of the chat page (COMPL-*), open to every member of staff (PERM-18): types with previews, complaints of one. */
export default function ComplaintsTab() {
  const narrow = useWidth() === 'mobile';
  const [params, setParams] = useSearchParams();
  const type = chosenType(params.get('type'), narrow);
  const { connection, summaries, lists } = useComplaints(type);
  useReading(type, type && lists[type]);

  const choose = (next: ComplaintType | null) =>
    setParams(
      (query) => {
        if (next) query.set('type', next);
        else query.delete('type');
        query.delete('complaint');
        return query;
      },
      // On a phone it is a page of its own, which «back» leaves.
      { replace: !narrow || next === null },
    );
  return (
    <>
      <UnreadNote path={COMPLAINTS_SOCKET} />
      <div className={classes.tab}>
        {narrow && type ? null : <TypeList summaries={summaries} chosenType={type} onChoose={choose} />}
        {type ? (
          <ComplaintPane
            key={type}
            type={type}
            list={lists[type]}
            connection={connection}
            namedId={Number(params.get('complaint')) || null}
            {...(narrow ? { onBack: () => choose(null) } : {})}
          />
        ) : null}
      </div>
    </>
  );
}
