import { allows, covers, type Level, type Section } from '../../language/access.ts';
import type { TaskStage } from './constants.ts';

/**
 * The one rule of moving requests, for both sides. Whether a person sees it at all (their buildings and entrances; with
 * level `performer` their services) is a WHERE of the server; a card says of itself whether its reader may move it
 * (`may_move`), so that the console need not know roles.
 *
 * - `write` moves what it sees, and so do the leaders of the company (role admin or superuser), at any level that acts;
 * - `performer` takes requests without a performer, and moves, finishes, hands over and cancels what is given to them.
 *   What others are at work on they see and leave alone;
 * - `read` and `denied` move nothing (PERM-09).
 */
export interface TaskSubject {
  user: number;
  role: string;
  /** Their level on the section tasks. */
  level: Level | undefined;
}

/** Facts that the rule looks at. `performer` is the person's id. */
export interface MovedTask {
  stage: TaskStage;
  performer: number | null;
}

/** Roles that lead the company: they may what no level tells. */
export const LEADS: ReadonlySet<string> = new Set(['admin', 'superuser']);

/** Whether a person is held to the performer's view: their services, and requests given to them. */
export function onlyPerforms({ role, level }: Pick<TaskSubject, 'role' | 'level'>): boolean {
  return level === 'performer' && !LEADS.has(role);
}

/** Whether a person may move, edit, finish or cancel a request that they see. */
export function mayMoveRequest(subject: TaskSubject, task: MovedTask): boolean {
  if (subject.level !== 'write' && subject.level !== 'performer') return false;
  return !onlyPerforms(subject) || task.stage === 'created' || task.performer === subject.user;
}

/** A level with the role it is held in. */
export type HeldLevel = Pick<TaskSubject, 'role' | 'level'>;

const isPart = (section: Section, held: HeldLevel): boolean => section === 'tasks' && onlyPerforms(held);

/**
 * Whether a level reaches everything another one does, so that its holder may give it, take it and look through its
 * eyes (PERM-23). It is what the levels allow (`covers`), and a performer reaches fewer requests than all others: only
 * those of their services, where even `read` sees every request.
 */
export function reachesLevel(section: Section, held: HeldLevel, other: HeldLevel): boolean {
  if (!covers(section, held.level, other.level)) return false;
  return !isPart(section, held) || isPart(section, other) || !allows(section, other.level, 'see');
}
