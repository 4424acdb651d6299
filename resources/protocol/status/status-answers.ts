import {
  decodeFlag,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeText,
  getKey,
  isWireObject,
  textOrNull,
  unwrapBody,
} from '../open-shapes.ts';
import type { CheckResult, Status, StatusCheck } from './status.ts';

const CHECKS: readonly StatusCheck[] = ['process', 'database', 'listener', 'queue', 'files', 'disk'];
const RESULTS: readonly [CheckResult, ...CheckResult[]] = ['none', 'ok', 'failed'];

const decodeCount = (value: unknown): number => decodeNumber(value) ?? 0;

/** `GET /api/authorized/status/`. */
export function decodeStatus(body: unknown): Status {
  const wire = decodeObject(unwrapBody(body));
  const part = (name: string) => decodeObject(getKey(wire, name));
  const [process, database, files, backups, people, jobs, security] = [
    part('process'),
    part('database'),
    part('files'),
    part('backups'),
    part('people'),
    part('jobs'),
    part('security'),
  ];
  const { replica } = database;
  const checks = part('checks');
  return {
    version: decodeText(wire.version),
    schema: textOrNull(wire.schema),
    checks: Object.fromEntries(CHECKS.map((name) => [name, decodeOneOf(RESULTS, checks[name])])) as Status['checks'],
    process: {
      started_at: decodeMoment(process.started_at),
      memory: decodeCount(process.memory),
      sockets: decodeCount(process.sockets),
      errors: decodeCount(process.errors),
    },
    database: {
      kind: decodeOneOf(['embedded', 'postgres'], database.kind),
      size: decodeCount(database.size),
      ...(isWireObject(replica)
        ? { replica: { is_used: decodeFlag(replica.is_used) === true, lag: decodeNumber(replica.lag) } }
        : {}),
    },
    files: { count: decodeCount(files.count), size: decodeCount(files.size) },
    disk: isWireObject(wire.disk) ? { free: decodeCount(wire.disk.free), least: decodeCount(wire.disk.least) } : null,
    backups: {
      every: decodeCount(backups.every),
      encrypted: decodeFlag(backups.encrypted) === true,
      readable: decodeFlag(backups.readable) !== false,
      count: decodeCount(backups.count),
      newest: isWireObject(backups.newest)
        ? { made_at: decodeMoment(backups.newest.made_at), size: decodeCount(backups.newest.size) }
        : null,
    },
    people: {
      signed_in: decodeCount(people.signed_in),
      waiting: decodeCount(people.waiting),
      failing: decodeCount(people.failing),
    },
    jobs: { waiting: decodeCount(jobs.waiting), since: jobs.since ? decodeMoment(jobs.since) : null },
    security: { failed_sign_ins: decodeCount(security.failed_sign_ins), refusals: decodeCount(security.refusals) },
  };
}
