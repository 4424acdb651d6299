import type { ChatEvent } from '#server/chat/events.ts';

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
  /** A request was written; who may see it is asked by whoever sends it on (`server/sections/requests/board.ts`). */
  task: {
    id: number;
    event: 'created' | 'moved' | 'edited' | 'commented';
    /** Who did it. */
    user: number;
    version: number;
    /** Cards of its column that made room. */
    orders: readonly { id: number; order: number }[];
    /** Who was its performer until now, where that has changed. */
    was: number | null;
    /** Where it lay until now, where its place or service has changed; null while neither has. No entrance: all of the building. */
    left: { building: number; porches: readonly number[] } | null;
  };
  /** A record of a generated section was moved to another state; who may see it is asked by whoever sends it on. */
  'record-moved': { section: string; id: number };
  /** Somebody lifts a card of the board, or lets it go. */
  'task-held': { id: number; user: number; held: boolean };
  /** Something happened in the chat in the box. */
  chat: ChatEvent;
  /** A resident left a complaint; who may see it is asked by whoever sends it on. */
  complaint: { id: number };
  /** The company was opened and has chosen its time zone. */
  'time-zone': { timeZone: string };
  /** Notes to the next shift or hand-overs of shifts are others now; whoever shows them asks anew. */
  shift: Record<string, never>;
  /** A person has read complaints. */
  'complaints-read': { user: number };
}
