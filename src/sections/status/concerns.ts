import type { Status, StatusCheck } from '#resources/protocol/status/status.ts';

/** A problem for the administrator: the key of its message and the values in it. */
export interface Concern {
  name: StatusCheck | 'lowDisk' | 'backupsOff' | 'backupsUnread' | 'backupLate' | 'backupMissing' | 'invitations';
  /** Bytes that are free on the disk. */
  free?: number;
  /** When the newest backup was made, ISO. */
  at?: string;
  count?: number;
}

/** A backup is late after this part of the time between two has passed again, and that of one look (`server/backup/schedule.ts`). */
const LATE = 1.5;

function backupConcern({ backups, process }: Status, now: number): Concern | null {
  if (!backups.readable) return { name: 'backupsUnread' };
  if (backups.every === 0) return { name: 'backupsOff' };
  const due = backups.every * LATE;
  if (!backups.newest) return now - Date.parse(process.started_at) > due ? { name: 'backupMissing' } : null;
  const { made_at: at } = backups.newest;
  return now - Date.parse(at) > due ? { name: 'backupLate', at } : null;
}

/** Present and coming problems of an installation, the most urgent first. @param now ms since 1970 */
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
