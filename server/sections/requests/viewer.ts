import type { TaskSubject } from '#resources/rules/requests/rights.ts';
import type { Reader } from '#server/access/reader.ts';
import type { TaskViewer } from '#server/access/task-scope.ts';
import type { ServerContext } from '#server/context.ts';

/** Somebody who looks at requests, with the session that addresses of pictures are made for. */
export type Viewer = TaskViewer & Pick<Reader, 'token'>;

/** The reader of a call as requests look at them. */
export function viewerOf({ settings }: Pick<ServerContext, 'settings'>, reader: Reader): Viewer {
  const { user, role, levels, token } = reader;
  return { user, role, levels, token, services: settings.featureServices };
}

/** The same for the rule of who moves what. */
export const subjectOf = ({ user, role, levels }: TaskViewer): TaskSubject => ({ user, role, level: levels.tasks });
