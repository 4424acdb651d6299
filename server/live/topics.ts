import type { HeldLevel } from '#resources/language/field-levels.ts';
import type { ChatEvent } from '#server/chat/events.ts';

/** Messages among the processes on one database (`server/live/bus.ts`). */
export interface Topics {
  /**
   * Levels, status, role or entrances of these people have changed; null = of more than are worth naming. Sent by the
   * database itself on every write (`0011-access-told.ts`).
   */
  'access-changed': { users: readonly number[] | null };
  /** A session was ended (`endTokens`). */
  'session-ended': { token: number };
  /** A notification was stored; its readers are looked up by the sender of the frames. */
  notification: { id: number };
  /**
   * A request was written; its readers are looked up by the sender of the frames (`server/sections/requests/board.ts`).
   */
  task: {
    id: number;
    event: 'created' | 'moved' | 'edited' | 'commented';
    /** The author. */
    user: number;
    version: number;
    /** Cards of its column that made room. */
    orders: readonly { id: number; order: number }[];
    /** The performer until now, where that has changed. */
    was: number | null;
    /** Where it lay until now, where its place or service has changed; null while neither has. No entrance: all of the building. */
    left: { building: number; porches: readonly number[] } | null;
  };
  /**
   * A record of a generated section was moved to another state or, where a board or a calendar shows the section, written in any way; its
   * readers are looked up by the sender of the frames. `level`: the least level of people to whom the write shows.
   */
  'record-moved': { section: string; id: number; level: HeldLevel };
  /** A colleague lifts a card of the board, or lets it go. */
  'task-held': { id: number; user: number; held: boolean };
  /** Something happened in the chat in the box. */
  chat: ChatEvent;
  /** A resident left a complaint; its readers are looked up by the sender of the frames. */
  complaint: { id: number };
  /** The company was opened and has chosen its time zone. */
  'time-zone': { timeZone: string };
  /** Notes to the next shift or hand-overs of shifts are others now; open pages ask anew. */
  shift: Record<string, never>;
  /** A person has read complaints. */
  'complaints-read': { user: number };
}
