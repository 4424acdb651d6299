import type { ReaderLevel } from '#resources/language/field-levels.ts';
import type { ChatEvent } from '#server/chat/events.ts';

/** Messages between the processes of one database (`server/live/bus.ts`). */
export interface Topics {
  /**
   * Levels, status, role or entrances of these people changed; null = of too many to list. Sent by a database trigger on every
   * write (`0011-access-told.ts`).
   */
  'access-changed': { users: readonly number[] | null };
  /** A session ended (`endTokens`). */
  'session-ended': { token: number };
  /** A notification was stored; recipients are determined when it is delivered. */
  notification: { id: number };
  /** A request was written; recipients are determined when it is delivered (`server/sections/requests/board.ts`). */
  task: {
    id: number;
    event: 'created' | 'moved' | 'edited' | 'commented';
    /** Id of the author. */
    user: number;
    version: number;
    /** Other cards of its column that were reordered to make room. */
    orders: readonly { id: number; order: number }[];
    /** The previous performer, if changed. */
    was: number | null;
    /** The previous place, if place or service changed, otherwise null. No entrances = the whole building. */
    left: { building: number; porches: readonly number[] } | null;
  };
  /**
   * A record of an added section moved to another state or, in a section with a board or calendar, was written in any way;
   * recipients are determined when it is delivered. `level`: minimum level of people who may see the change.
   */
  'record-moved': { section: string; id: number; level: ReaderLevel };
  /** Somebody started or stopped dragging a card of the board. */
  'task-held': { id: number; user: number; held: boolean };
  /** A chat event of the built-in chat. */
  chat: ChatEvent;
  /** A resident filed a complaint; recipients are determined when it is delivered. */
  complaint: { id: number };
  /** The company was set up and has chosen its time zone. */
  'time-zone': { timeZone: string };
  /** Notes to the next shift or hand-overs changed; open pages should reload them. */
  shift: Record<string, never>;
  /** A person has read complaints. */
  'complaints-read': { user: number };
}
