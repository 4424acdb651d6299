import { ADMINISTRATOR_ROLES, allows, covers, type Level, type Section } from '../../language/access.ts';
import type { TaskStage } from './constants.ts';

/**
 * The rule who may move requests, for client and server. Which requests a person sees (by buildings and entrances, and with
 * level `performer` by services) is a WHERE clause of the server; each card tells whether its reader may move it (`may_move`),
 * so that the console need not know roles.
 *
 * - `write` may move all visible requests, and so may administrators (`ADMINISTRATOR_ROLES`) with a level that
 * may change;
 * - `performer` may take requests without a performer, and move, finish, hand over and cancel their own. Requests of other
 *   performers are read-only;
 * - `read` and `denied` may move nothing (PERM-09).
 */
export interface TaskSubject {
  user: number;
  role: string;
  /** Their level in the section `tasks`. */
  level: Level | undefined;
}

/** The part of a request that the rule needs; `performer` is a user id. */
export interface MovedTask {
  stage: TaskStage;
  performer: number | null;
}

/** Whether a person is limited to a performer's view: their services, and requests given to them. */
export function isLimitedToPerforming({ role, level }: Pick<TaskSubject, 'role' | 'level'>): boolean {
  return level === 'performer' && !ADMINISTRATOR_ROLES.has(role);
}

/** Whether a person may move, edit, finish or cancel a request that they see. */
export function canMoveRequest(subject: TaskSubject, task: MovedTask): boolean {
  if (subject.level !== 'write' && subject.level !== 'performer') return false;
  return !isLimitedToPerforming(subject) || task.stage === 'created' || task.performer === subject.user;
}

/** A level with the role of the person who has it. */
export type RoleAndLevel = Pick<TaskSubject, 'role' | 'level'>;

const isLimitedToOwn = (section: Section, own: RoleAndLevel): boolean =>
  section === 'tasks' && isLimitedToPerforming(own);

/**
 * Whether a level includes everything of another one, so that its owner may grant and remove that level and view the console
 * with it (PERM-23). Compares the allowed actions (`covers`); besides, a performer sees fewer requests than all others, only
 * those of their services, while even `read` sees all.
 */
export function includesLevel(section: Section, own: RoleAndLevel, other: RoleAndLevel): boolean {
  if (!covers(section, own.level, other.level)) return false;
  return !isLimitedToOwn(section, own) || isLimitedToOwn(section, other) || !allows(section, other.level, 'see');
}
