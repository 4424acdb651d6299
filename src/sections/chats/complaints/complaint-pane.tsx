import ArrowBack from '@mui/icons-material/ArrowBack';
import { useTranslate } from 'react-admin';
import { useOnline } from '#console/data/http/online.ts';
import type { ConnectionState } from '#console/data/live/socket-connection.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { VirtualList } from '#console/ui/virtual/virtual-list.tsx';
import type { ComplaintType } from '#resources/protocol/chat/complaints.ts';
import { ComplaintCard } from './complaint-card.tsx';
import classes from './complaints.module.css';
import { requestOlderComplaints, retryComplaints } from './complaints.ts';
import type { ComplaintList } from './complaints-state.ts';

/** Estimated height of a card before it is measured, px. */
const CARD_HEIGHT = 160;

interface Props {
  type: ComplaintType;
  /** Undefined until the server answers. */
  list: ComplaintList | undefined;
  connection: ConnectionState;
  /** Id of the complaint in the URL. */
  namedId: number | null;
  /** Back to the types; only on a phone, where they are a separate page. */
  onBack?: () => void;
}

/** Virtualised list of the complaints of a type, newest first. */
export function ComplaintPane({ type, list, connection, namedId, onBack }: Props) {
  const translate = useTranslate();
  const isOnline = useOnline();
  const title = translate(`complaints.types.${type}`);
  return (
    <section className={classes.pane} aria-label={title}>
      <header className={classes.head}>
        {onBack ? (
          <IconButton label={translate('complaints.toTypes')} onClick={onBack}>
            <ArrowBack />
          </IconButton>
        ) : null}
        <h2 className={classes.title}>{title}</h2>
        {list?.items.length ? <Tally list={list} /> : null}
      </header>
      {connection === 'waiting' || (list && !isOnline) ? (
        <p className={classes.broken} role="status">
          {translate('complaints.waiting')}
        </p>
      ) : null}
      <Items type={type} list={list} connection={connection} namedId={namedId} />
    </section>
  );
}

/** «18 обращений, 3 новых». */
function Tally({ list: { items, more: hasMore } }: { list: ComplaintList }) {
  const translate = useTranslate();
  const unreadCount = items.filter(({ is_read }) => is_read === false).length;
  const key =
    unreadCount === 0 ? 'countRead' : unreadCount % 10 === 1 && unreadCount % 100 !== 11 ? 'countOne' : 'count';
  const text = translate(`complaints.${key}`, { smart_count: items.length, fresh: unreadCount });
  return <span className={classes.tally}>{hasMore ? translate('complaints.atLeast', { text }) : text}</span>;
}

function Items({ type, list, connection, namedId }: Props) {
  const translate = useTranslate();
  const isOnline = useOnline();
  if (!list && connection === 'off') {
    return (
      <EmptyState
        picture="lift"
        title={translate('complaints.off')}
        description={translate('complaints.offLine')}
        action={<ActionButton onClick={retryComplaints}>{translate('complaints.retry')}</ActionButton>}
      />
    );
  }
  if (!list && !isOnline) return <OfflineState line="engine.list.offlinePage" onRetry={retryComplaints} />;
  if (!list) return <ListSkeleton />;
  if (!list.items.length) {
    return (
      <EmptyState
        picture="boxes"
        title={translate('complaints.empty')}
        description={translate(`complaints.emptyLine.${type}`)}
      />
    );
  }
  return (
    <VirtualList
      className={classes.items}
      rows={list.items}
      keyOf={({ id }) => id}
      height={CARD_HEIGHT}
      revealedKey={namedId}
      onEnd={() => requestOlderComplaints(type)}
    >
      {(complaint) => <ComplaintCard complaint={complaint} isNamed={complaint.id === namedId} />}
    </VirtualList>
  );
}

function ListSkeleton() {
  return (
    <Delayed>
      <div className={classes.bones}>
        {[84, 64, 84].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three grey bars that never change places
          <Skeleton key={index} height={height} radius={12} />
        ))}
      </div>
    </Delayed>
  );
}
