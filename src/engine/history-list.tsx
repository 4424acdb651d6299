import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import { UnloadedPart } from './list/states.tsx';

/** Changes of a record, a page of them: the newest first, `before` for the next. */
interface HistoryPage<Entry> {
  results: readonly Entry[];
  before: number | null;
}

interface Props<Entry> {
  queryKey: readonly unknown[];
  /** Address of the first page. */
  address: string;
  read: (answer: WireAnswer) => HistoryPage<Entry>;
  /** Text keys. */
  words: { title: string; none: string; more: string };
  classes: Readonly<Record<string, string>>;
  /** Draws one of them. */
  children: (entry: Entry) => ReactNode;
}

/** The changes of a record with their authors and times: page below page. */
export function HistoryList<Entry extends { id: number }>({
  queryKey,
  address,
  read,
  words,
  classes,
  children,
}: Props<Entry>) {
  const translate = useTranslate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask(`${address}${pageParam === null ? '' : `?before=${pageParam}`}`, read, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
  });
  const entries = data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{translate(words.title)}</h3>
      {data ? null : (
        <UnloadedPart error={error} onRetry={() => void refetch()}>
          <Delayed>
            <Skeleton height={40} />
          </Delayed>
        </UnloadedPart>
      )}
      {data && entries.length === 0 ? <p className={classes.note}>{translate(words.none)}</p> : null}
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>{children(entry)}</li>
        ))}
      </ul>
      {hasNextPage ? (
        <ActionButton size="sm" variant="ghost" busy={isFetching} onClick={() => void fetchNextPage()}>
          {translate(words.more)}
        </ActionButton>
      ) : null}
    </section>
  );
}
