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

/** Dependencies of the sections of the backend in the box; made by `server/app.ts`. */
export interface ServerContext {
  settings: Settings;
  database: Database;
  /** The database's queries. Inside a transaction use the transaction. */
  db: Db;
  /** Queries that look through much, for routes that write nothing: answered by the replica where there is one, else as `db`. */
  heavyReads: Db;
  /** Null where `DATABASE_REPLICA_URL` names none. */
  replica: Replica | null;
  files: FileStore;
  catalogue: Catalogue;
  bus: Bus<Topics>;
  sockets: Sockets;
  /** Bounds of every socket of this process. */
  limits: ConnectionLimits;
  /** The sockets of `/ws/notifications` in this process, for the messages of sections to their viewers. */
  delivery: Delivery;
  /** Bounds of what a person uploads to this process. */
  uploads: UploadLimits;
  metrics: Metrics;
  /** Told when the process is going to stop. */
  lifecycle: Lifecycle;
  guard: GuardDeps;
  security: SecurityLog;
  sms: Sms;
  invitations: Invitations;
  /** Does what waits to be done by itself: sections tell it how. */
  jobs: JobRunner;
  /** The present moment; tests set it. */
  now(): Date;
}
