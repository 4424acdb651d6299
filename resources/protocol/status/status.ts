import * as z from 'zod';

/** Status of the installation, for administrators (our addition `status`, G-69). */
export const STATUS_PATH = '/api/authorized/status/';

/** Names of the checks, the same as in `GET /health/ready`. */
export const STATUS_CHECKS = ['process', 'database', 'listener', 'queue', 'files', 'disk'] as const;
export type StatusCheck = (typeof STATUS_CHECKS)[number];

/** `none`: this installation has nothing to check. */
export const CHECK_RESULTS = ['ok', 'failed', 'none'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

const count = z.number().int().nonnegative();
/** ISO. */
const moment = z.string();

/** `GET`. Sizes in bytes. */
export const statusAnswer = z.object({
  version: z.string(),
  /** The newest migration; null in a database without any. */
  schema: z.string().nullable(),
  checks: z.record(z.enum(STATUS_CHECKS), z.enum(CHECK_RESULTS)),
  /** The process that responded; other processes of the installation have their own figures. */
  process: z.object({
    started_at: moment,
    memory: count,
    /** Open web sockets. */
    sockets: count,
    /** Requests that ended in a server error since the start. */
    errors: count,
  }),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    size: count,
    /** Whether the replica serves heavy reads, and its lag, ms; missing if none is configured. */
    replica: z.object({ is_used: z.boolean(), lag: count.nullable() }).optional(),
  }),
  /** Stored uploads with their thumbnails. */
  files: z.object({ count, size: count }),
  /** Space of the data folder; null if all data are stored elsewhere. */
  disk: z.object({ free: count, least: count }).nullable(),
  backups: z.object({
    /** Interval of automatic backups, ms; 0: none. */
    every: count,
    encrypted: z.boolean(),
    /** Whether their folder can be read. */
    readable: z.boolean(),
    count,
    newest: z.object({ made_at: moment, size: count }).nullable(),
  }),
  /**
   * `signed_in`: people with a session; `waiting`: SMS invitations to be sent; `failing`: those of them that have failed
   * before.
   */
  people: z.object({ signed_in: count, waiting: count, failing: count }),
  /** Background jobs of the server; `since`: since when the oldest due job has been due. */
  jobs: z.object({ waiting: count, since: moment.nullable() }),
  /** In the last 24 hours. */
  security: z.object({ failed_sign_ins: count, refusals: count }),
});
export type Status = z.output<typeof statusAnswer>;
