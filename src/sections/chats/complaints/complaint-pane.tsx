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
import { askEarlier, retryComplaints } from './complaints.ts';
import type { ComplaintList } from './complaints-state.ts';

/** Estimated height of a card before it is drawn, px. */
const CARD_HEIGHT = 160;

interface Props {
  type: ComplaintType;
  /** Left out until the server answers. */
  list: ComplaintList | undefined;
  connection: ConnectionState;
  /** The complaint that the address names. */
  namedId: number | null;
  /** Back to the types, where these are a page of their own. */
  onBack?: () => void;
}

/** The complaints of a type, newest first; only those in view are in the page. */
export function ComplaintPane({ type, list, connection, namedId, onBack }: Props) {
  const translate = useTranslate();
  const online = useOnline();
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
      {connection === 'waiting' || (list && !online) ? (
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
  const fresh = items.filter(({ is_read }) => is_read === false).length;
  const key = fresh === 0 ? 'countRead' : fresh % 10 === 1 && fresh % 100 !== 11 ? 'countOne' : 'count';
  const text = translate(`complaints.${key}`, { smart_count: items.length, fresh });
  return <span className={classes.tally}>{hasMore ? translate('complaints.atLeast', { text }) : text}</span>;
}

function Items({ type, list, connection, namedId }: Props) {
  const translate = useTranslate();
  const online = useOnline();
  if (!list && connection === 'off') {
    return (
      <EmptyState
        picture="lift"
        title={translate('complaints.off')}
        line={translate('complaints.offLine')}
        action={<ActionButton onClick={retryComplaints}>{translate('complaints.retry')}</ActionButton>}
      />
    );
  }
  if (!list && !online) return <OfflineState line="engine.list.offlinePage" onRetry={retryComplaints} />;
  if (!list) return <Bones />;
  if (!list.items.length) {
    return (
      <EmptyState
        picture="boxes"
        title={translate('complaints.empty')}
        line={translate(`complaints.emptyLine.${type}`)}
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
      onEnd={() => askEarlier(type)}
    >
      {(complaint) => <ComplaintCard complaint={complaint} isNamed={complaint.id === namedId} />}
    </VirtualList>
  );
}

function Bones() {
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
