import * as z from 'zod';
import { normalizeStrings } from '#server/http/normalize-strings.ts';

/**
 * Packets of the client (A1…A11). Unknown fields are ignored; the client omits empty values (false, 0, ''), so they are optional.
 */
const SEQ_MAX = 2_147_483_647;
const seq = z.number().int().min(0).max(SEQ_MAX);
const id = z.string().max(64).optional();
const topic = z.string().min(1).max(64);
const timestamp = z.string().max(40).optional();
const object = z.record(z.string(), z.unknown());
/** A description, or the delete mark (`␡`). */
const description = z.union([object, z.string().max(200_000)]);

const range = z.object({ low: seq.optional(), hi: seq.optional() });
export type WireRange = z.output<typeof range>;

const window = { since: seq.optional(), before: seq.optional(), limit: seq.optional() };

/** A query of a topic; `what` is a list of words separated by blanks. */
const query = z.object({
  what: z.string().max(200).optional(),
  desc: z.object({ ims: timestamp }).optional(),
  sub: z.object({ ims: timestamp, limit: seq.optional(), topic: topic.optional(), user: topic.optional() }).optional(),
  data: z.object({ ...window, ranges: z.array(range).max(1_024).optional() }).optional(),
  del: z.object(window).optional(),
});
export type Query = z.output<typeof query>;

/** A change of a topic's settings. */
const change = z.object({
  desc: z
    .object({
      public: description.optional(),
      private: description.optional(),
      defacs: z.object({ auth: z.string().max(12).optional(), anon: z.string().max(12).optional() }).optional(),
    })
    .optional(),
  sub: z.object({ user: topic.optional(), mode: z.string().max(12).optional() }).optional(),
  tags: z.array(z.string().max(200)).max(100).optional(),
  aux: description.optional(),
});

const PACKETS = {
  hi: z.object({ id, ver: z.string().max(32).optional(), ua: z.string().max(512).optional() }),
  acc: z.object({
    id,
    user: z.string().max(64).optional(),
    scheme: z.string().max(32).optional(),
    secret: z.string().max(4_096).optional(),
  }),
  login: z.object({ id, scheme: z.string().max(32).optional(), secret: z.string().max(4_096).optional() }),
  sub: z.object({ id, topic, set: change.optional(), get: query.optional() }),
  leave: z.object({ id, topic, unsub: z.boolean().optional() }),
  pub: z.object({
    id,
    topic,
    noecho: z.boolean().optional(),
    head: object.optional(),
    content: z.unknown(),
  }),
  get: query.extend({ id, topic }),
  set: change.extend({ id, topic }),
  del: z.object({
    id,
    topic: topic.optional(),
    what: z.string().max(32).optional(),
    delseq: z.array(range).max(10_000).optional(),
    user: topic.optional(),
    hard: z.boolean().optional(),
  }),
  note: z.object({ topic, what: z.string().max(32), seq: seq.optional() }),
} as const;
export type PacketName = keyof typeof PACKETS;
export type Packet<Name extends PacketName> = z.output<(typeof PACKETS)[Name]>;

const extra = z.object({ attachments: z.array(z.string().max(500)).max(64).optional() });
export type Extra = z.output<typeof extra>;

/** A parsed frame: its packet with fields, and `extra`. */
export type ClientFrame = { [Name in PacketName]: { name: Name; packet: Packet<Name>; extra: Extra } }[PacketName];

const names = Object.keys(PACKETS) as PacketName[];

/**
 * Parses a frame.
 * @returns null when it is no packet; `wrong`, with whatever `id` and `topic` are readable, when its fields are invalid
 */
export function readFrame(text: string): ClientFrame | { wrong: { id?: string; topic?: string } } | null {
  let parsed: unknown;
  try {
    parsed = normalizeStrings(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const envelope = object.safeParse(parsed);
  if (!envelope.success) return null;
  const packetNames = names.filter((name) => name in envelope.data);
  const [name] = packetNames;
  if (!name || packetNames.length > 1) return null;
  const packet = PACKETS[name].safeParse(envelope.data[name]);
  const parsedExtra = extra.safeParse(envelope.data.extra ?? {});
  if (packet.success && parsedExtra.success)
    return { name, packet: packet.data, extra: parsedExtra.data } as ClientFrame;
  const replyTo = z.object({
    id: z.string().max(64).optional().catch(undefined),
    topic: topic.optional().catch(undefined),
  });
  const parsedErrorTarget = replyTo.safeParse(envelope.data[name]);
  return { wrong: parsedErrorTarget.success ? parsedErrorTarget.data : {} };
}
