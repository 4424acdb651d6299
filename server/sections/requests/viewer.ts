import type { TaskSubject } from '#resources/rules/requests/rights.ts';
import type { Reader } from '#server/access/reader.ts';
import type { TaskViewer } from '#server/access/task-scope.ts';
import type { ServerContext } from '#server/context.ts';

/** A reader of requests, with the session that picture URLs are signed for. */
export type Viewer = TaskViewer & Pick<Reader, 'token'>;
/** A viewer at a moment, by which requests are overdue. */
export type ViewerAt = Viewer & { now: Date };

/** Builds the viewer of requests from the reader of a call. */
export function requestViewer({ settings, now }: Pick<ServerContext, 'settings' | 'now'>, reader: Reader): ViewerAt {
  const { user, role, levels, token } = reader;
  return { user, role, levels, token, services: settings.featureServices, now: now() };
}

/** Builds the subject of the rules of moves from a viewer. */
export const requestSubject = ({ user, role, levels }: TaskViewer): TaskSubject => ({
  user,
  role,
  level: levels.tasks,
});
