import {
  bareOf,
  flagOf,
  isWireObject,
  momentOf,
  numberOf,
  objectOf,
  oneOf,
  textOf,
  textOrNull,
  under,
} from '../open-shapes.ts';
import type { CheckResult, Status, StatusCheck } from './status.ts';

const CHECKS: readonly StatusCheck[] = ['process', 'database', 'listener', 'queue', 'files', 'disk'];
const RESULTS: readonly [CheckResult, ...CheckResult[]] = ['none', 'ok', 'failed'];

const countOf = (value: unknown): number => numberOf(value) ?? 0;

/** `GET /api/authorized/status/`. */
export function statusOf(body: unknown): Status {
  const wire = objectOf(bareOf(body));
  const part = (name: string) => objectOf(under(wire, name));
  const [process, database, files, backups, people, security] = [
    part('process'),
    part('database'),
    part('files'),
    part('backups'),
    part('people'),
    part('security'),
  ];
  const checks = part('checks');
  return {
    version: textOf(wire.version),
    schema: textOrNull(wire.schema),
    checks: Object.fromEntries(CHECKS.map((name) => [name, oneOf(RESULTS, checks[name])])) as Status['checks'],
    process: {
      started_at: momentOf(process.started_at),
      memory: countOf(process.memory),
      sockets: countOf(process.sockets),
      errors: countOf(process.errors),
    },
    database: { kind: oneOf(['embedded', 'postgres'], database.kind), size: countOf(database.size) },
    files: { count: countOf(files.count), size: countOf(files.size) },
    disk: isWireObject(wire.disk) ? { free: countOf(wire.disk.free), least: countOf(wire.disk.least) } : null,
    backups: {
      every: countOf(backups.every),
      encrypted: flagOf(backups.encrypted) === true,
      readable: flagOf(backups.readable) !== false,
      count: countOf(backups.count),
      newest: isWireObject(backups.newest)
        ? { made_at: momentOf(backups.newest.made_at), size: countOf(backups.newest.size) }
        : null,
    },
    people: {
      signed_in: countOf(people.signed_in),
      waiting: countOf(people.waiting),
      failing: countOf(people.failing),
    },
    security: { failed_sign_ins: countOf(security.failed_sign_ins), refusals: countOf(security.refusals) },
  };
}
