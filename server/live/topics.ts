/** What the processes on one database tell each other (`server/live/bus.ts`). */
export interface Topics {
  /**
   * Levels, status, role or entrances of these people have changed; null = of more than are worth naming. Sent by the
   * database itself, whoever writes (`0011-access-told.ts`).
   */
  'access-changed': { users: readonly number[] | null };
  /** A session was ended by its holder. */
  'session-ended': { token: number };
  /** A notification was stored; who may see it is asked by whoever sends it on. */
  notification: { id: number };
}
