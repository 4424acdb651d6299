import Check from '@mui/icons-material/Check';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useOnline } from '#console/data/http/online.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { focusCard } from '#console/engine/board/card-element.ts';
import { findCard } from '#console/engine/board/columns.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { messageLink } from '#console/shell/page-links.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { SideCard } from '#console/ui/dialogs/side-card.tsx';
import { ServiceIcon } from '#console/ui/display/service-icon.tsx';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { TaskCard, TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { CardMenu } from '../card-menu.tsx';
import { complaintPlace } from '../complaint-place.ts';
import { isRequestGone, loadRequest } from '../model/board-calls.ts';
import { useBoardActions } from '../model/board-context.ts';
import { detailsKey } from '../model/board-state.ts';
import { requestPath } from '../model/request-address.ts';
import type { RequestColumns } from '../model/request-board.ts';
import { requestStatus, StatusBadge } from '../status-badge.tsx';
import classes from './details.module.css';
import { EventTime } from './event-time.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { RequestCommentForm, unsentRequestComment } from './request-comment-form.tsx';
import { RequestFiles } from './request-files.tsx';

/** Link to the source of a request: a complaint, or the chat of its message. */
function Source({ source }: { source: NonNullable<TaskDetails['source']> }) {
  const translate = useTranslate();
  return (
    <p className={classes.muted}>
      {'complaint' in source ? (
        <Link className="link" to={complaintPlace(source)}>
          {translate('complaints.madeOf')}
        </Link>
      ) : (
        <Link className="link" to={messageLink(source.message)}>
          {translate('complaints.madeOfMessage')}
        </Link>
      )}
    </p>
  );
}

/**
 * Details of a request beside the board: docked from 1200 px, an overlay below, full screen on a phone (TASK-19). Data of the
 * board's card are shown at once, history and files once loaded. A request that becomes inaccessible (404) while open is hidden
 * together with its actions.
 */
export default function DetailsPanel({
  id,
  columns,
  onClose,
}: {
  id: number;
  columns: RequestColumns | undefined;
  onClose: () => void;
}) {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: detailsKey(id),
    queryFn: ({ signal, queryKey }) => {
      const { dataUpdateCount = 0, errorUpdateCount = 0 } = queryClient.getQueryState(queryKey) ?? {};
      return loadRequest(id, signal, dataUpdateCount + errorUpdateCount > 0);
    },
    retry: false,
  });
  const hasComments = useServerFeature('tasks');
  const card = isRequestGone(error) ? undefined : ((columns && findCard(columns, id)) ?? data);
  if (!card) {
    return (
      <SideCard title={translate('tasks.title')} onClose={onClose} dock="wide">
        <DetailsFallback request={id} error={error} onRetry={() => void refetch()} />
      </SideCard>
    );
  }
  return (
    <SideCard
      title={card.service.name}
      header={
        <span className={classes.sign}>
          <ServiceIcon name={card.service.icon} size={20} />
        </span>
      }
      below={
        <div className={classes.status}>
          <StatusBadge status={requestStatus(card)} />
          <Link className="link" to={requestPath(card.id)} target="_blank" rel="noopener">
            {typeset(card.task_name)}
          </Link>
          <span className={classes.when}>
            <EventTime at={card.creation_date} />
          </span>
        </div>
      }
      actions={<CardMenu request={card} />}
      onClose={() => {
        onClose();
        focusCard(id);
      }}
      dock="wide"
      footer={<Footer request={card} />}
    >
      <section className={classes.section} aria-label={card.task_name}>
        <p className={classes.text}>{card.information.description}</p>
        {data?.source ? <Source source={data.source} /> : null}
        {data ? <RequestFiles pictures={data.image_attachments} files={data.file_attachments} /> : null}
      </section>
      <Facts request={card} author={data?.author} />
      {data ? (
        <>
          <History entries={data.history} />
          {hasComments ? <RequestCommentForm request={card} /> : null}
        </>
      ) : (
        <DetailsFallback request={id} error={error} onRetry={() => void refetch()} />
      )}
    </SideCard>
  );
}

/** Shown while details are missing: offline state, error or skeleton. */
function DetailsFallback({ request, error, onRetry }: { request: number; error: Error | null; onRetry: () => void }) {
  const online = useOnline();
  if (!online && !isRequestGone(error)) return <OfflineState line="engine.list.offlinePage" onRetry={onRetry} />;
  return error ? <LoadFailure request={request} error={error} onRetry={onRetry} /> : <DetailsSkeleton />;
}

function LoadFailure({ request, error, onRetry }: { request: number; error: Error; onRetry: () => void }) {
  const translate = useTranslate();
  const isDeleted = isRequestGone(error);
  // The comment field is hidden, so an unsent comment is shown here to be copied; its draft stays stored.
  const text = isDeleted ? unsentRequestComment(request) : '';
  return (
    <EmptyState
      title={translate(isDeleted ? 'tasks.details.gone' : 'tasks.details.failed')}
      description={text ? <span className={classes.text}>{translate('tasks.details.unsent', { text })}</span> : null}
      action={isDeleted ? null : <ActionButton onClick={onRetry}>{translate('tasks.details.retry')}</ActionButton>}
    />
  );
}

function DetailsSkeleton() {
  return (
    <Delayed>
      <div className={classes.bones}>
        {['70%', '88%', '52%', '76%'].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    </Delayed>
  );
}

/** Buttons to finish (or, for a new request, to assign) and to cancel (TASK-32, TASK-33). */
function Footer({ request }: { request: TaskCard }) {
  const translate = useTranslate();
  const { move, cancel, moveRefusal } = useBoardActions();
  const refusal = moveRefusal(request);
  if (request.stage === 'done') return null;
  const isInProgress = request.stage === 'in_progress';
  return (
    <>
      <ActionButton
        variant="primary"
        grow
        icon={isInProgress ? <Check aria-hidden /> : null}
        refusal={refusal}
        onClick={() => move(request, isInProgress ? 'done' : 'in_progress', 'first')}
      >
        {translate(isInProgress ? 'tasks.details.finish' : 'tasks.details.assign')}
      </ActionButton>
      <span className={classes.danger}>
        <ActionButton refusal={refusal} onClick={() => cancel(request)}>
          {translate('tasks.details.cancelTask')}
        </ActionButton>
      </span>
    </>
  );
}
