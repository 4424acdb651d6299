import type { Status, StatusCheck } from '#resources/protocol/status/status.ts';

/** A problem for the administrator: key of its message and the values in it. */
export interface Concern {
  name: StatusCheck | 'lowDisk' | 'backupsOff' | 'backupsUnread' | 'backupLate' | 'backupMissing' | 'invitations';
  /** Free space on the disk, bytes. */
  free?: number;
  /** Time of the newest backup, ISO. */
  at?: string;
  count?: number;
}

/** A backup is late after 1.5 intervals (`server/backup/schedule.ts`). */
const LATE_FACTOR = 1.5;

function backupConcern({ backups, process }: Status, now: number): Concern | null {
  if (!backups.readable) return { name: 'backupsUnread' };
  if (backups.every === 0) return { name: 'backupsOff' };
  const lateAfter = backups.every * LATE_FACTOR;
  if (!backups.newest) return now - Date.parse(process.started_at) > lateAfter ? { name: 'backupMissing' } : null;
  const { made_at: at } = backups.newest;
  return now - Date.parse(at) > lateAfter ? { name: 'backupLate', at } : null;
}

/** Current and expected problems of an installation, most urgent first. @param now ms since 1970 */
export function findConcerns(status: Status, now: number): readonly Concern[] {
  const { checks, disk, people } = status;
  const failed = Object.entries(checks).flatMap(([name, result]) =>
    result === 'failed' ? [{ name: name as StatusCheck }] : [],
  );
  const isLow = disk !== null && checks.disk !== 'failed' && disk.free < 2 * disk.least;
  const backup = backupConcern(status, now);
  return [
    ...failed,
    ...(isLow ? [{ name: 'lowDisk', free: disk.free } as const] : []),
    ...(backup ? [backup] : []),
    ...(people.failing > 0 ? [{ name: 'invitations', count: people.failing } as const] : []),
  ];
}
