import ArrowBack from '@mui/icons-material/ArrowBack';
import { useTranslate } from 'react-admin';
import { Virtuoso } from 'react-virtuoso';
import { askEarlier, retryComplaints } from '#console/data/complaints.ts';
import type { ComplaintList } from '#console/data/complaints-state.ts';
import type { ConnectionState } from '#console/data/socket-connection.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { IconButton } from '#console/ui/icon-button.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import type { ComplaintType } from '#resources/protocol/complaints.ts';
import { ComplaintCard } from './complaint-card.tsx';
import classes from './complaints.module.css';

interface Props {
  type: ComplaintType;
  /** Left out until the server answers. */
  list: ComplaintList | undefined;
  line: ConnectionState;
  /** Back to the types, where these are a page of their own. */
  onBack?: () => void;
}

/** The complaints of a type, newest first; only those in view are in the page. */
export function ComplaintPane({ type, list, line, onBack }: Props) {
  const translate = useTranslate();
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
      {line === 'waiting' ? (
        <p className={classes.broken} role="status">
          {translate('complaints.waiting')}
        </p>
      ) : null}
      <Items type={type} list={list} line={line} />
    </section>
  );
}

/** «18 обращений, 3 новых». */
function Tally({ list: { items, more } }: { list: ComplaintList }) {
  const translate = useTranslate();
  const fresh = items.filter(({ is_read }) => is_read === false).length;
  const key = fresh === 0 ? 'countRead' : fresh % 10 === 1 && fresh % 100 !== 11 ? 'countOne' : 'count';
  const text = translate(`complaints.${key}`, { smart_count: items.length, fresh });
  return <span className={classes.tally}>{more ? translate('complaints.atLeast', { text }) : text}</span>;
}

function Items({ type, list, line }: Props) {
  const translate = useTranslate();
  if (!list && line === 'off') {
    return (
      <EmptyState
        picture="lift"
        title={translate('complaints.off')}
        line={translate('complaints.offLine')}
        action={<ActionButton onClick={retryComplaints}>{translate('complaints.retry')}</ActionButton>}
      />
    );
  }
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
    <Virtuoso
      className={classes.items}
      data={list.items}
      computeItemKey={(_index, { id }) => id}
      increaseViewportBy={400}
      atBottomThreshold={400}
      endReached={() => askEarlier(type)}
      itemContent={(_index, complaint) => <ComplaintCard complaint={complaint} />}
    />
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
