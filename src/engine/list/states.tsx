import { useTranslate } from 'react-admin';
import { tryNetwork } from '#console/data/online.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
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

/** An empty list: what to do next, or, when it was searched, how to find something (DESIGN §11). */
export function EmptyList({ resource, onClear }: { resource: Resource; onClear: (() => void) | null }) {
  const translate = useTranslate();
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
  const line = translate(`${key}.emptyLine`, { _: '' });
  return (
    <EmptyState
      {...(resource.icon === 'videocam' ? { picture: 'camera' as const } : { picture: 'board' as const })}
      title={translate(`${key}.empty`)}
      {...(line ? { line } : {})}
      action={<CreateButton resource={resource} />}
    />
  );
}

const TABLE = Array.from({ length: 12 }, (_, index) => index);
const CARDS = Array.from({ length: 9 }, (_, index) => index);
const FEED = Array.from({ length: 3 }, (_, index) => index);
const WIDTHS = ['62%', '48%', '74%', '56%'];

/** Grey shapes where the list is going to be, of its own geometry, after 150 ms (DESIGN §4). */
export function ListSkeleton({ layout, columns }: { layout: Resource['list']['layout']; columns: number }) {
  return (
    <Delayed>
      {layout === 'table' ? (
        <div className={classes.table}>
          {TABLE.map((row) => (
            <div key={row} className={classes.row}>
              {Array.from({ length: columns }, (_, column) => (
                <Skeleton key={String(column)} width={WIDTHS[(row + column) % WIDTHS.length] ?? '60%'} />
              ))}
            </div>
          ))}
        </div>
      ) : null}
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
