import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { tryNetwork, useOnline } from '#console/data/http/online.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { TableSkeleton } from '#console/ui/states/table-skeleton.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { CreateButton } from '../create-button.tsx';
import classes from './states.module.css';

/** «Данные не доехали» for a list that failed to load; the alert shows the reason (ERR-11). */
export function FailedState({ onRetry }: { onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <EmptyState
      picture="lift"
      title={translate('engine.list.failed')}
      action={<ActionButton onClick={onRetry}>{translate('engine.list.retry')}</ActionButton>}
    />
  );
}

/**
 * Placeholder for data that is not cached while there is no network; the button retries at once, otherwise it loads when the
 * network is back.
 * @param line translation key of the second line; by default about a list
 */
export function OfflineState({ onRetry, line = 'engine.list.offlineLine' }: { onRetry: () => void; line?: string }) {
  const translate = useTranslate();
  const retry = () => {
    tryNetwork();
    onRetry();
  };
  return (
    <div role="status">
      <EmptyState
        picture="lift"
        title={translate('engine.list.offline')}
        description={translate(line)}
        action={<ActionButton onClick={retry}>{translate('engine.list.again')}</ActionButton>}
      />
    </div>
  );
}

/** Placeholder while data is missing: offline, failed, or `children` while loading. */
export function LoadingOrFailed({
  error,
  onRetry,
  children,
}: {
  error: Error | null;
  onRetry: () => void;
  children: ReactNode;
}) {
  const online = useOnline();
  if (!online) return <OfflineState line="engine.list.offlinePage" onRetry={onRetry} />;
  return error ? <FailedState onRetry={onRetry} /> : children;
}

/** The same for a part of a card, as a single line; without `children` nothing is shown while loading. */
export function PartLoadingOrFailed({
  error,
  onRetry,
  children,
}: {
  error: Error | null;
  onRetry: () => void;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const online = useOnline();
  if (online && !error) return children;
  const retry = () => {
    tryNetwork();
    onRetry();
  };
  return (
    <div className={classes.part} role="status">
      <p>{translate(online ? 'engine.list.failed' : 'engine.list.offlinePart')}</p>
      <ActionButton size="sm" variant="ghost" onClick={retry}>
        {translate('engine.list.again')}
      </ActionButton>
    </div>
  );
}

/** An empty list: suggests what to do next, or, when filtered, to clear the filters. */
export function EmptyList({ resource, onClear }: { resource: Resource; onClear: (() => void) | null }) {
  const translate = useTranslate();
  const canAdd = useRefusal(resource.section, 'change') === null;
  if (onClear) {
    return (
      <EmptyState
        title={translate('engine.list.noResults')}
        description={translate('engine.list.changeSearch')}
        action={<ActionButton onClick={onClear}>{translate('engine.list.clearFilters')}</ActionButton>}
      />
    );
  }
  const key = `resources.${resource.name}`;
  const callToAdd = translate(`${key}.emptyLine`, { _: '' });
  // People who may only read are not asked to add something.
  const line = canAdd ? callToAdd : translate(`${key}.emptyForReaders`, { _: callToAdd });
  return (
    <EmptyState
      {...(resource.icon === 'videocam' ? { picture: 'camera' as const } : { picture: 'board' as const })}
      title={translate(`${key}.empty`)}
      {...(line ? { description: line } : {})}
      action={<CreateButton resource={resource} />}
    />
  );
}

const SKELETON_CARDS = Array.from({ length: 9 }, (_, index) => index);
const SKELETON_FEED = Array.from({ length: 3 }, (_, index) => index);

/** Skeleton of a list in the shape of its layout, shown after 150 ms. */
export function ListSkeleton({
  layout,
  columns,
  isSearched,
}: {
  layout: Resource['list']['layout'];
  columns: number;
  /** A search box is shown above the list. */
  isSearched: boolean;
}) {
  const search = (
    <div className={classes.search}>
      <Skeleton height={36} radius={8} />
    </div>
  );
  if (layout === 'table') {
    return <TableSkeleton columns={columns} above={isSearched ? search : null} />;
  }
  return (
    <Delayed>
      {layout === 'cards' ? (
        <div className={classes.cards}>
          {SKELETON_CARDS.map((card) => (
            <div key={card} className={classes.card}>
              <Skeleton height={178} radius={10} />
              <Skeleton width="62%" />
              <Skeleton width="40%" height={10} />
            </div>
          ))}
        </div>
      ) : null}
      {layout === 'feed' ? (
        <div className={classes.feed}>
          {SKELETON_FEED.map((card) => (
            <Skeleton key={card} height={204} radius={12} />
          ))}
        </div>
      ) : null}
    </Delayed>
  );
}
