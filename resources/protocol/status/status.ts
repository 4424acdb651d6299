import * as z from 'zod';

/** How the installation is, for administrators (additive; only where the server says `status`, G-69). */
export const STATUS_PATH = '/api/authorized/status/';

/** Names of the checks; `GET /health/ready` makes the same. */
export const STATUS_CHECKS = ['process', 'database', 'listener', 'queue', 'files', 'disk'] as const;
export type StatusCheck = (typeof STATUS_CHECKS)[number];

/** `none`: this installation has no such thing. */
export const CHECK_RESULTS = ['ok', 'failed', 'none'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

const count = z.number().int().nonnegative();
/** ISO. */
const moment = z.string();

/** `GET`. Sizes are bytes. */
export const statusAnswer = z.object({
  version: z.string(),
  /** The newest migration; null in a database without any. */
  schema: z.string().nullable(),
  checks: z.record(z.enum(STATUS_CHECKS), z.enum(CHECK_RESULTS)),
  /** The process that answered: others of the same installation have figures of their own. */
  process: z.object({
    started_at: moment,
    memory: count,
    /** Open web sockets. */
    sockets: count,
    /** Calls that ended in an error of ours since the start. */
    errors: count,
  }),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    size: count,
    /** Whether the replica answers heavy reads, and its lag, ms; left out where none is configured. */
    replica: z.object({ is_used: z.boolean(), lag: count.nullable() }).optional(),
  }),
  /** Uploaded files that are kept, with smaller pictures of them. */
  files: z.object({ count, size: count }),
  /** Of the data folder. Null where everything lies elsewhere. */
  disk: z.object({ free: count, least: count }).nullable(),
  backups: z.object({
    /** Milliseconds from one to the next; 0: none by themselves. */
    every: count,
    encrypted: z.boolean(),
    /** Whether their folder can be read. */
    readable: z.boolean(),
    count,
    newest: z.object({ made_at: moment, size: count }).nullable(),
  }),
  /** `signed_in`: people with a session; `waiting`, `failing`: invitations by SMS to be sent, and of them those that failed before. */
  people: z.object({ signed_in: count, waiting: count, failing: count }),
  /** Work that the server has to do by itself; `since`: when the oldest of what is due became so. */
  jobs: z.object({ waiting: count, since: moment.nullable() }),
  /** In the last 24 hours. */
  security: z.object({ failed_sign_ins: count, refusals: count }),
});
export type Status = z.output<typeof statusAnswer>;
