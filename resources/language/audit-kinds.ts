import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';

/**
 * Kinds of audit entries that belong to no section. An added section may not take one of these names, or the history of its
 * records would show these entries.
 */
export const AUDIT_KINDS: ReadonlySet<string> = new Set([
  'answers',
  'attachments',
  'avatar',
  'building-settings',
  'buildings',
  'chat',
  'complaints',
  'definition-files',
  'devices',
  'first-steps',
  'journal',
  'password',
  'personal-data',
  'record-comments',
  'recovery',
  'second-factor',
  'second-factor-policy',
  'security',
  'session',
  'setup',
  'shift',
  'shift-notes',
  'socket-tickets',
  'views',
]);

/** Reports a section with stored records whose name is a kind of audit entries. */
export const findAuditNameProblems = ({ name, generic }: Pick<Resource, 'name' | 'generic'>): DefinitionProblem[] =>
  generic && AUDIT_KINDS.has(name) ? [problem('name', 'nameOfAudit', { name })] : [];
