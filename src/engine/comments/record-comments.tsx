import '#i18n/record-comments-texts.ts';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import Tooltip from '@mui/material/Tooltip';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ask, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sendOnce } from '#console/data/http/send-once.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { recordPath } from '#console/data/providers/wire.ts';
import { session } from '#console/data/session/session.ts';
import { viewedAs } from '#console/data/session/view-as.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { Moment } from '#console/ui/display/moment.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import {
  decodeFollowing,
  decodeRecordComment,
  decodeRecordComments,
} from '#resources/protocol/definitions/comment-answers.ts';
import { COMMENT_LENGTH_MAX } from '#resources/protocol/definitions/comment-bounds.ts';
import type { RecordComments as CommentPage, RecordComment } from '#resources/protocol/definitions/comments.ts';
import cardPart from '../card-part.module.css';
import { PartLoadingOrFailed } from '../list/states.tsx';
import { CommentForm, type CommentPayload } from './comment-form.tsx';
import classes from './comments.module.css';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

type Pages = InfiniteData<CommentPage, number | null>;

/** Comments on a record, newest first, with a form for a new one and a button to follow the record. */
export default function RecordComments({ resource, id }: { resource: Resource; id: string }) {
  const translate = useTranslate();
  const queryClient = useQueryClient();
  const path = `${recordPath(resource, id)}/comments/`;
  const queryKey = [resource.name, 'comments', id];
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      ask(`${path}${pageParam === null ? '' : `?before=${pageParam}`}`, decodeRecordComments, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
  });
  useEffect(() => {
    const unsubscribers = [
      onFrame('record-moved', (frame) => {
        if (frame.section === resource.name && String(frame.id) === id) void refetch();
      }),
      onConnectionOpen(() => void refetch()),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [resource.name, id, refetch]);

  const updatePages = (updatePage: (page: CommentPage, at: number) => CommentPage) =>
    queryClient.setQueryData<Pages>(queryKey, (cached) => cached && { ...cached, pages: cached.pages.map(updatePage) });

  async function sendComment({ message }: CommentPayload): Promise<void> {
    const body = { message };
    const answer = await sendOnce(path, body, (headers) => request(path, { method: 'POST', body, headers }));
    const comment = decodeRecordComment(answer);
    if (!comment) {
      await refetch();
      return;
    }
    updatePages((page, at) =>
      at > 0 || page.results.some((one) => one.id === comment.id)
        ? page
        : { ...page, results: [comment, ...page.results], follows: true },
    );
    // Only the server knows whether writing made the person a follower.
    void refetch();
  }

  const comments = data?.pages.flatMap(({ results }) => results) ?? [];
  const follows = data?.pages[0]?.follows;
  return (
    <section className={cardPart.part}>
      <div className={cardPart.head}>
        <h3 className={cardPart.title}>{translate('engine.comments.title')}</h3>
        {follows === undefined || viewedAs() ? null : (
          <FollowButton
            path={`${recordPath(resource, id)}/following/`}
            follows={follows}
            onChange={(next) => updatePages((page) => ({ ...page, follows: next }))}
          />
        )}
      </div>
      {viewedAs() ? null : (
        <CommentForm
          key={path}
          storageKey={`${resource.routes.list}?comment=${id}`}
          textPrefix="engine.comments"
          max={COMMENT_LENGTH_MAX}
          send={sendComment}
        />
      )}
      {data ? null : (
        <PartLoadingOrFailed error={error} onRetry={() => void refetch()}>
          <Delayed>
            <Skeleton height={40} />
          </Delayed>
        </PartLoadingOrFailed>
      )}
      {data && comments.length === 0 ? <p className={classes.note}>{translate('engine.comments.none')}</p> : null}
      <ul className={classes.list}>
        {comments.map((comment) => (
          <Comment
            key={comment.id}
            comment={comment}
            path={path}
            onRemoved={() =>
              updatePages((page) => ({ ...page, results: page.results.filter((one) => one.id !== comment.id) }))
            }
          />
        ))}
      </ul>
      {hasNextPage ? (
        <ActionButton size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate('engine.comments.more')}
        </ActionButton>
      ) : null}
    </section>
  );
}

/** Button that follows or unfollows the record. */
function FollowButton({
  path,
  follows,
  onChange,
}: {
  path: string;
  follows: boolean;
  onChange: (follows: boolean) => void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  async function toggle() {
    setIsBusy(true);
    try {
      const next = await ask(path, decodeFollowing, { method: 'PUT', body: { follows: !follows } });
      onChange(next);
      notify(next ? 'engine.comments.followed' : 'engine.comments.unfollowed');
    } catch (error) {
      // An alert has shown the reason.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Tooltip describeChild title={translate(follows ? 'engine.comments.unfollowHint' : 'engine.comments.followHint')}>
      <span>
        <ActionButton
          size="sm"
          variant="ghost"
          busy={isBusy}
          icon={follows ? <NotificationsActiveOutlined aria-hidden /> : <NotificationsNoneOutlined aria-hidden />}
          onClick={() => void toggle()}
        >
          {translate(follows ? 'engine.comments.following' : 'engine.comments.follow')}
        </ActionButton>
      </span>
    </Tooltip>
  );
}

/** One comment; its author may delete it. */
function Comment({ comment, path, onRemoved }: { comment: RecordComment; path: string; onRemoved: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isConfirming, setIsConfirming] = useState(false);
  const isOwn = String(comment.by.user) === session.userId.get() && !viewedAs();
  async function remove() {
    try {
      await request(`${path}${comment.id}/`, { method: 'DELETE' });
      onRemoved();
      notify('engine.comments.removed');
    } catch (error) {
      // An alert has shown the reason.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <li className={classes.comment}>
      <div>
        <b>{comment.by.name}</b>{' '}
        <small className={classes.when}>
          <Moment at={comment.at} />
        </small>
        <p className={classes.message}>{comment.message}</p>
      </div>
      {isOwn ? (
        <IconButton label={translate('engine.comments.remove')} onClick={() => setIsConfirming(true)}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      ) : null}
      {isConfirming ? (
        <Suspense>
          <ConfirmDialog
            question={translate('engine.comments.removeTitle')}
            details={{ text: translate('engine.comments.removeLine'), isReady: true }}
            yes={translate('engine.comments.remove')}
            onYes={remove}
            onNo={() => setIsConfirming(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
