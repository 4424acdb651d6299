/** One event type for each of these names. */
type EventsNamed<What extends string, Fields> = What extends string ? { what: What } & Fields : never;

/** Chat events sent between processes (`server/live/topics.ts`): ids, never contents. */
export type ChatEvent =
  /** A message was published. `skip`: the session that wants no echo. */
  | { what: 'data'; topic: number; seq: number; by: number; skip?: string }
  /** A person read or received messages up to `seq`, or is typing. `skip`: their session. */
  | EventsNamed<'read' | 'recv' | 'kp' | 'kpa' | 'kpv', { topic: number; by: number; seq?: number; skip: string }>
  /** Messages were deleted, for `by` only or for everybody. */
  | { what: 'del'; topic: number; by: number; hard: boolean; clear: number; ranges: Range[]; skip: string }
  /** Data shared by everybody in the topic (`aux`) changed. */
  | { what: 'aux'; topic: number; by: number; skip: string }
  /** A subscription was created or restored, or its access changed. `by`: who did it. */
  | { what: 'acs'; topic: number; user: number; by: number; made: boolean; skip: string }
  /** A person is no longer in a topic, or the topic was deleted. `name`: the topic's name as they saw it. */
  | { what: 'gone'; topic: number; user: number; name: string; skip: string }
  /** The name or picture of a group changed. */
  | { what: 'desc'; topic: number; by: number; skip: string }
  /** A person's private data of a topic changed. */
  | { what: 'private'; topic: number; by: number; skip: string }
  /** A person's profile or own tags changed. */
  | EventsNamed<'profile' | 'tags', { by: number; skip: string }>
  /** A person's first session attached to `me`, or their last one left. */
  | EventsNamed<'on' | 'off', { by: number; agent: string }>;

/** Message numbers `[low, hi)`. */
export interface Range {
  low: number;
  hi: number;
}

/** The event type with this name. */
export type EventOf<What extends ChatEvent['what']> = Extract<ChatEvent, { what: What }>;
