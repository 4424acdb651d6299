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
import { decodeJournal } from '#resources/protocol/journal/deed-answers.ts';
import { JOURNAL_PATH, type JournalDeed } from '#resources/protocol/journal/journal.ts';
import type { JournalQuery } from './filters.tsx';
import classes from './journal.module.css';
import { useJournalWords } from './words.ts';

/** Changes of a deed that are shown at once. */
const SHOWN = 3;

/** The table of deeds, page below page. */
export function Deeds({ filters, onPerson }: { filters: JournalQuery; onPerson: (user: number) => void }) {
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
  const deeds = data.pages.flatMap(({ results }) => results);
  if (!deeds.length) return <EmptyState title={translate('journal.empty')} line={translate('journal.emptyLine')} />;
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
            {deeds.map((deed) => (
              <Deed key={deed.id} deed={deed} onPerson={onPerson} />
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

function Deed({ deed, onPerson }: { deed: JournalDeed; onPerson: (user: number) => void }) {
  const translate = useTranslate();
  const words = useJournalWords();
  const { by } = deed;
  return (
    <tr>
      <td className={classes.when}>
        <time dateTime={deed.at}>{words.when(deed.at)}</time>
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
        {words.action(deed.action)}
        {deed.times > 1 ? <small>{translate('journal.times', { smart_count: deed.times })}</small> : null}
        <Changes deed={deed} />
      </td>
      <td>
        <Place deed={deed} />
      </td>
      <td>{deed.address ?? translate('journal.nothing')}</td>
    </tr>
  );
}

function Changes({ deed }: { deed: JournalDeed }) {
  const translate = useTranslate();
  const words = useJournalWords();
  const [isWhole, setWhole] = useState(false);
  const { changes } = deed;
  if (!changes.length) return null;
  const shownChanges = isWhole ? changes : changes.slice(0, SHOWN);
  const rest = changes.length - shownChanges.length;
  return (
    <ul className={classes.changes}>
      {shownChanges.map((change) => (
        <li key={change.field}>{words.change(deed, change)}</li>
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

/** What it was done to; a link where the record has a page and is still there. */
function Place({ deed }: { deed: JournalDeed }) {
  const words = useJournalWords();
  const address = useRecordAddress(deed.resource);
  const name = words.place(deed);
  const id = Number(deed.record);
  if (!address || !Number.isSafeInteger(id) || id <= 0 || deed.action === 'delete') return name;
  return (
    <Link className="link" to={address(id)}>
      {name}
    </Link>
  );
}
