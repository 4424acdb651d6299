/** Key prefixes of drafts (drafts.ts) and their removal; a separate file, because it is needed before any form is opened. */

/** Prefix of all draft keys. */
export const DRAFT_PREFIX = 'draft:';

/** Prefix of all draft keys of a person. */
export const userDraftPrefix = (user: string): string => `${DRAFT_PREFIX}${user}:`;

/** Prefix of the person who signed out in this page; forms that close later must not store drafts. */
let forgottenPrefix: string | null = null;

/** Whether the person of a draft has signed out in this page. */
export const isForgotten = (key: string): boolean => forgottenPrefix !== null && key.startsWith(forgottenPrefix);

/** Removes all drafts of a person at sign-out, because the computer may be shared. */
export function forgetDrafts(user: string): void {
  forgottenPrefix = userDraftPrefix(user);
  for (const key of Object.keys(localStorage)) if (isForgotten(key)) localStorage.removeItem(key);
}
