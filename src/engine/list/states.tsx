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

/** «Данные не доехали» where a list could not be loaded; the alert says why (ERR-11). */
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
 * In place of what nothing is kept of, while there is no network: it comes by itself with the network, or is tried now.
 * @param line key of what is said beside it; of a list when left out
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
        line={translate(line)}
        action={<ActionButton onClick={retry}>{translate('engine.list.again')}</ActionButton>}
      />
    </div>
  );
}

/** In place of what is not loaded: that there is no network, that it failed, or what is drawn until it is there. */
export function Unloaded({
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

/** The same for a part of a card, in a line: what is drawn until it is there is nothing when left out. */
export function UnloadedPart({
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

/** An empty list: what to do next, or, when it was searched, how to find something. */
export function EmptyList({ resource, onClear }: { resource: Resource; onClear: (() => void) | null }) {
  const translate = useTranslate();
  const mayAdd = useRefusal(resource.section, 'change') === null;
  if (onClear) {
    return (
      <EmptyState
        title={translate('engine.list.noResults')}
        line={translate('engine.list.changeSearch')}
        action={<ActionButton onClick={onClear}>{translate('engine.list.clearFilters')}</ActionButton>}
      />
    );
  }
  const key = `resources.${resource.name}`;
  const urging = translate(`${key}.emptyLine`, { _: '' });
  // A reader is not urged to write.
  const line = mayAdd ? urging : translate(`${key}.emptyForReaders`, { _: urging });
  return (
    <EmptyState
      {...(resource.icon === 'videocam' ? { picture: 'camera' as const } : { picture: 'board' as const })}
      title={translate(`${key}.empty`)}
      {...(line ? { line } : {})}
      action={<CreateButton resource={resource} />}
    />
  );
}

const CARDS = Array.from({ length: 9 }, (_, index) => index);
const FEED = Array.from({ length: 3 }, (_, index) => index);

/** Grey shapes where the list is going to be, of its own geometry, after 150 ms. */
export function ListSkeleton({
  layout,
  columns,
  isSearched,
}: {
  layout: Resource['list']['layout'];
  columns: number;
  /** A box to search in stands above it. */
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
          {CARDS.map((card) => (
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
          {FEED.map((card) => (
            <Skeleton key={card} height={204} radius={12} />
          ))}
        </div>
      ) : null}
    </Delayed>
  );
}
