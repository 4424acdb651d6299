import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { ask } from '#console/data/http/http.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import type { WireAnswer } from '#resources/protocol/open-shapes.ts';
import { PartLoadingOrFailed } from './list/states.tsx';

/** A page of a record's changes, newest first; `before` is the cursor of the next page. */
interface HistoryPage<Entry> {
  results: readonly Entry[];
  before: number | null;
}

interface Props<Entry> {
  queryKey: readonly unknown[];
  /** URL of the first page. */
  url: string;
  read: (answer: WireAnswer) => HistoryPage<Entry>;
  /** Translation keys. */
  textKeys: { title: string; none: string; more: string };
  classes: Readonly<Record<string, string>>;
  /** Renders one entry. */
  children: (entry: Entry) => ReactNode;
}

/** The changes of a record with authors and times, with a button for the next page. */
export function HistoryList<Entry extends { id: number }>({
  queryKey,
  url,
  read,
  textKeys,
  classes,
  children,
}: Props<Entry>) {
  const translate = useTranslate();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask(`${url}${pageParam === null ? '' : `?before=${pageParam}`}`, read, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
  });
  const entries = data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{translate(textKeys.title)}</h3>
      {data ? null : (
        <PartLoadingOrFailed error={error} onRetry={() => void refetch()}>
          <Delayed>
            <Skeleton height={40} />
          </Delayed>
        </PartLoadingOrFailed>
      )}
      {data && entries.length === 0 ? <p className={classes.note}>{translate(textKeys.none)}</p> : null}
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>{children(entry)}</li>
        ))}
      </ul>
      {hasNextPage ? (
        <ActionButton size="sm" variant="ghost" busy={isFetching} onClick={() => void fetchNextPage()}>
          {translate(textKeys.more)}
        </ActionButton>
      ) : null}
    </section>
  );
}
