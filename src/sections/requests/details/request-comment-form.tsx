import { useQueryClient } from '@tanstack/react-query';
import { CommentForm, type CommentPayload, storedComment } from '#console/engine/comments/comment-form.tsx';
import type { TaskCard, TaskDetails } from '#resources/protocol/requests/tasks.ts';
import { TASK_TEXT } from '#resources/rules/requests/constants.ts';
import { sendComment } from '../model/board-calls.ts';
import { useBoardActions } from '../model/board-context.ts';
import { detailsKey, refetchRequests } from '../model/board-state.ts';

/** Storage key of the unsent comment of a request. */
const draftKey = (request: number) => `/tasks?comment=${request}`;

/** The unsent comment of a request; empty if there is none. */
export const unsentRequestComment = (request: number): string => storedComment(draftKey(request));

/** Form that adds a message with files to the history of a request. */
export function RequestCommentForm({ request }: { request: TaskCard }) {
  const queryClient = useQueryClient();
  const { commentRefusal: refusal } = useBoardActions();

  async function send({ message, attachments }: CommentPayload): Promise<void> {
    const entry = await sendComment(request.id, { message, attachments: [...attachments] });
    queryClient.setQueryData<TaskDetails>(detailsKey(request.id), (details) =>
      details && entry && !details.history.some((other) => other.id === entry.id)
        ? { ...details, history: [...details.history, entry] }
        : details,
    );
    if (!entry) void refetchRequests(queryClient, detailsKey(request.id));
  }

  return (
    <CommentForm
      storageKey={draftKey(request.id)}
      textPrefix="tasks.comment"
      max={TASK_TEXT.comment.max}
      filesSection="tasks"
      refusal={refusal}
      send={send}
    />
  );
}
