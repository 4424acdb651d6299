import { serialize } from 'node:v8';
import { type ImportSession, taskFailure } from '#console/engine/import/import-session.ts';
import type { ImportShapes, WorkerAnswer, WorkerPort } from '#console/engine/import/worker-messages.ts';

/** The work of a worker of an import, done on the spot: jsdom has no workers. */
export function portTo<Shapes extends ImportShapes>(session: ImportSession<Shapes>): WorkerPort<Shapes> {
  const listeners: ((message: WorkerAnswer<Shapes>) => void)[] = [];
  const say = (message: WorkerAnswer<Shapes>) => {
    for (const listener of listeners) listener(message);
  };
  return {
    post: (asked) => {
      const { id, ask } = asked;
      // A worker gets a copy: what cannot be copied fails here as well. jsdom's files have none.
      serialize({ ...ask, file: undefined });
      session
        .run(asked, (told) => say({ id, told }))
        .then(
          (answer) => say({ id, answer }),
          (error: unknown) => say({ id, failure: taskFailure(error) }),
        );
    },
    hear: (listener) => listeners.push(listener),
    close: () => undefined,
  };
}
