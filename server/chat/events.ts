/** One event for each of these names. */
type Each<What extends string, Fields> = What extends string ? { what: What } & Fields : never;

/** Messages about the chat among processes (`server/live/topics.ts`): ids, never contents. */
export type ChatEvent =
  /** A message was published. `skip`: the session that wants no echo. */
  | { what: 'data'; topic: number; seq: number; by: number; skip?: string }
  /** A person has read or received up to `seq`, or is typing. `skip`: their session. */
  | Each<'read' | 'recv' | 'kp' | 'kpa' | 'kpv', { topic: number; by: number; seq?: number; skip: string }>
  /** Messages were deleted, for `by` alone or for everybody. */
  | { what: 'del'; topic: number; by: number; hard: boolean; clear: number; ranges: Range[]; skip: string }
  /** The data shared by everybody in the topic have changed. */
  | { what: 'aux'; topic: number; by: number; skip: string }
  /** A subscription was made, revived or has other rights. `by`: the author. */
  | { what: 'acs'; topic: number; user: number; by: number; made: boolean; skip: string }
  /** A person is no longer in a topic, which may be gone too. `name`: the topic as they have seen it. */
  | { what: 'gone'; topic: number; user: number; name: string; skip: string }
  /** A group has another name or picture. */
  | { what: 'desc'; topic: number; by: number; skip: string }
  /** A person's own notes on a topic have changed. */
  | { what: 'private'; topic: number; by: number; skip: string }
  /** A person's profile or own tags have changed. */
  | Each<'profile' | 'tags', { by: number; skip: string }>
  /** A person's first session came to `me`, or the last one left. */
  | Each<'on' | 'off', { by: number; agent: string }>;

/** Message numbers `[low, hi)`. */
export interface Range {
  low: number;
  hi: number;
}

/** The event of a name. */
export type EventOf<What extends ChatEvent['what']> = Extract<ChatEvent, { what: What }>;
