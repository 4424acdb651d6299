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
