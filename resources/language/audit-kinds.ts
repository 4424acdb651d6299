import type { Resource } from './define-resource.ts';
import { type DefinitionProblem, problem } from './definition-problem.ts';

/**
 * Kinds of audit entries that belong to no section. An added section may not take one of these names: the history of its records
 * would show the entries.
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

/** The problem of a section of own records that is called as a kind of audit entries; none for any other. */
export const auditNameProblems = ({ name, generic }: Pick<Resource, 'name' | 'generic'>): DefinitionProblem[] =>
  generic && AUDIT_KINDS.has(name) ? [problem('name', 'nameOfAudit', { name })] : [];
