import type { TaskSubject } from '#resources/rules/requests/rights.ts';
import type { Reader } from '#server/access/reader.ts';
import type { TaskViewer } from '#server/access/task-scope.ts';
import type { ServerContext } from '#server/context.ts';

/** A reader of requests, with the session that addresses of pictures are made for. */
export type Viewer = TaskViewer & Pick<Reader, 'token'>;
/** The same with the moment of the look: by it requests are overdue. */
export type ViewerAt = Viewer & { now: Date };

/** The reader of a call as requests look at them. */
export function requestViewer({ settings, now }: Pick<ServerContext, 'settings' | 'now'>, reader: Reader): ViewerAt {
  const { user, role, levels, token } = reader;
  return { user, role, levels, token, services: settings.featureServices, now: now() };
}

/** The same for the rule of moves. */
export const requestSubject = ({ user, role, levels }: TaskViewer): TaskSubject => ({
  user,
  role,
  level: levels.tasks,
});
