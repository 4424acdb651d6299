/** What the processes on one database tell each other (`server/live/bus.ts`). */
export interface Topics {
  /** Levels, status, role or entrances of a person have changed. */
  'access-changed': { user: number };
  /** A session was ended by its holder. */
  'session-ended': { token: number };
  /** A notification was stored; who may see it is asked by whoever sends it on. */
  notification: { id: number };
}
