import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { LastSeenNote } from '#console/engine/list/last-seen-note.tsx';
import { Unloaded } from '#console/engine/list/states.tsx';
import { useRecordAddress } from '#console/fields/known-definitions.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import table from '#console/ui/navigation/data-table.module.css';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import { JOURNAL_PATH, type JournalEntry } from '#resources/protocol/journal/journal.ts';
import { decodeJournal } from '#resources/protocol/journal/journal-answers.ts';
import type { JournalQuery } from './filters.tsx';
import classes from './journal.module.css';
import { useJournalWords } from './words.ts';

/** Changes of an entry that are shown at once. */
const SHOWN = 3;

/** The table of entries, page below page. */
export function JournalTable({ filters, onPerson }: { filters: JournalQuery; onPerson: (user: number) => void }) {
  const translate = useTranslate();
  const scrollRef = useKeptScroll('deeds');
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
      <Unloaded error={error} onRetry={() => void refetch()}>
        <TableSkeleton columns={5} />
      </Unloaded>
    );
  }
  const entries = data.pages.flatMap(({ results }) => results);
  if (!entries.length) return <EmptyState title={translate('journal.empty')} line={translate('journal.emptyLine')} />;
  return (
    <>
      <LastSeenNote of={['journal', filters]} />
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
  const words = useJournalWords();
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
        <Place entry={entry} />
      </td>
      <td>{entry.address ?? translate('journal.nothing')}</td>
    </tr>
  );
}

function Changes({ entry }: { entry: JournalEntry }) {
  const translate = useTranslate();
  const words = useJournalWords();
  const [isWhole, setWhole] = useState(false);
  const { changes } = entry;
  if (!changes.length) return null;
  const shownChanges = isWhole ? changes : changes.slice(0, SHOWN);
  const rest = changes.length - shownChanges.length;
  return (
    <ul className={classes.changes}>
      {shownChanges.map((change) => (
        <li key={change.field}>{words.change(entry, change)}</li>
      ))}
      {rest > 0 ? (
        <li>
          <button type="button" className="link" onClick={() => setWhole(true)}>
            {translate('journal.moreChanges', { smart_count: rest })}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** The changed record; a link where it has a page and is still there. */
function Place({ entry }: { entry: JournalEntry }) {
  const words = useJournalWords();
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
