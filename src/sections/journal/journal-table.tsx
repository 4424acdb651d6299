import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { LoadingOrFailed } from '#console/engine/list/states.tsx';
import { useRecordAddress } from '#console/fields/known-definitions.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import table from '#console/ui/navigation/data-table.module.css';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { JOURNAL_PATH, type JournalEntry } from '#resources/protocol/journal/journal.ts';
import { decodeJournal } from '#resources/protocol/journal/journal-answers.ts';
import type { JournalQuery } from './filters.tsx';
import classes from './journal.module.css';
import { useJournalFormat } from './use-journal-format.ts';

/** Number of changes of an entry shown at first. */
const VISIBLE_CHANGES = 3;

/** The table of entries; further pages are appended. */
export function JournalTable({ filters, onPerson }: { filters: JournalQuery; onPerson: (user: number) => void }) {
  const translate = useTranslate();
  const scrollRef = useRestoredScroll('deeds');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['journal', filters],
    queryFn: ({ pageParam, signal }) =>
      ask(withQuery(JOURNAL_PATH, { ...filters, before: pageParam }), decodeJournal, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
  });
  if (!data) {
    return (
      <LoadingOrFailed error={error} onRetry={() => void refetch()}>
        <TableSkeleton columns={5} />
      </LoadingOrFailed>
    );
  }
  const entries = data.pages.flatMap(({ results }) => results);
  if (!entries.length)
    return <EmptyState title={translate('journal.empty')} description={translate('journal.emptyLine')} />;
  return (
    <>
      <LastSeenNote queryKey={['journal', filters]} />
      <div className={`${table.scroll} ${classes.scroll}`} ref={scrollRef}>
        <table className={table.table} aria-label={translate('journal.table')}>
          <thead>
            <tr>
              {['when', 'who', 'what', 'where', 'address'].map((name) => (
                <th key={name} scope="col">
                  {translate(`journal.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <JournalRow key={entry.id} entry={entry} onPerson={onPerson} />
            ))}
          </tbody>
        </table>
        {hasNextPage ? (
          <p className={classes.further}>
            <ActionButton busy={isFetching} onClick={() => void fetchNextPage()}>
              {translate('journal.more')}
            </ActionButton>
          </p>
        ) : null}
      </div>
    </>
  );
}

function JournalRow({ entry, onPerson }: { entry: JournalEntry; onPerson: (user: number) => void }) {
  const translate = useTranslate();
  const words = useJournalFormat();
  const { by } = entry;
  return (
    <tr>
      <td className={classes.when}>
        <time dateTime={entry.at}>{words.when(entry.at)}</time>
      </td>
      <td>
        {by ? (
          <button
            type="button"
            className={`link ${classes.person}`}
            title={translate('journal.filters.onlyUser', { name: by.name })}
            onClick={() => onPerson(by.user)}
          >
            {by.name}
          </button>
        ) : (
          translate('journal.nobody')
        )}
      </td>
      <td className={classes.what}>
        {words.action(entry.action)}
        {entry.times > 1 ? <small>{translate('journal.times', { smart_count: entry.times })}</small> : null}
        <Changes entry={entry} />
      </td>
      <td>
        <RecordLink entry={entry} />
      </td>
      <td>{entry.address ?? translate('journal.nothing')}</td>
    </tr>
  );
}

function Changes({ entry }: { entry: JournalEntry }) {
  const translate = useTranslate();
  const words = useJournalFormat();
  const [showsAll, setShowsAll] = useState(false);
  const { changes } = entry;
  if (!changes.length) return null;
  const shownChanges = showsAll ? changes : changes.slice(0, VISIBLE_CHANGES);
  const hiddenCount = changes.length - shownChanges.length;
  return (
    <ul className={classes.changes}>
      {shownChanges.map((change) => (
        <li key={change.field}>{words.change(entry, change)}</li>
      ))}
      {hiddenCount > 0 ? (
        <li>
          <button type="button" className="link" onClick={() => setShowsAll(true)}>
            {translate('journal.moreChanges', { smart_count: hiddenCount })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** Name of the changed record; a link if it has a page and was not deleted. */
function RecordLink({ entry }: { entry: JournalEntry }) {
  const words = useJournalFormat();
  const address = useRecordAddress(entry.resource);
  const name = words.place(entry);
  const id = Number(entry.record);
  if (!address || !Number.isSafeInteger(id) || id <= 0 || entry.action === 'delete') return name;
  return (
    <Link className="link" to={address(id)}>
      {name}
    </Link>
  );
}
