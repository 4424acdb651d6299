import type { GuardDeps } from '#server/access/guard.ts';
import type { SecurityLog } from '#server/access/security-log.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Replica } from '#server/db/replica.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/store.ts';
import type { UploadLimits } from '#server/http/upload-rates.ts';
import type { JobRunner } from '#server/jobs/job-runner.ts';
import type { Lifecycle } from '#server/lifecycle.ts';
import type { Bus } from '#server/live/bus.ts';
import type { ConnectionLimits } from '#server/live/connection-limits.ts';
import type { Delivery } from '#server/live/delivery.ts';
import type { Sockets } from '#server/live/sockets.ts';
import type { Topics } from '#server/live/topics.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { Catalogue } from '#server/records/catalogue.ts';
import type { Invitations } from '#server/sms/invitations.ts';
import type { Sms } from '#server/sms/sms.ts';

/** Dependencies shared by all sections of the built-in backend; created by `createContext`. */
export interface ServerContext {
  settings: Settings;
  database: Database;
  /** Query builder of the database; inside a transaction use the transaction instead. */
  db: Db;
  /** Query builder for heavy reads in routes that write nothing: the replica where there is one, otherwise `db`. */
  heavyReads: Db;
  /** Null without `DATABASE_REPLICA_URL`. */
  replica: Replica | null;
  files: FileStore;
  catalogue: Catalogue;
  bus: Bus<Topics>;
  sockets: Sockets;
  /** Limits of all sockets of this process. */
  limits: ConnectionLimits;
  /** Sends messages to the `/ws/notifications` sockets of this process. */
  delivery: Delivery;
  /** Upload limits per person in this process. */
  uploads: UploadLimits;
  metrics: Metrics;
  /** Tells whether the process is stopping. */
  lifecycle: Lifecycle;
  guard: GuardDeps;
  security: SecurityLog;
  sms: Sms;
  invitations: Invitations;
  /** Runs delayed jobs; sections register their handlers. */
  jobs: JobRunner;
  /** Clock; tests pass their own. */
  now(): Date;
}
