/** Keys of one person's drafts (drafts.ts) and their removal: all that is needed of them before a form is opened. */

/** Prefix of the keys of all drafts of forms and small texts. */
export const DRAFT_PREFIX = 'draft:';

/** Prefix of the keys of all drafts of a person. */
export const ownDrafts = (user: string): string => `${DRAFT_PREFIX}${user}:`;

/** Prefix of the drafts of the person signed out in this page: forms that close after that keep nothing. */
let forgottenPrefix: string | null = null;

/** Whether the person of a draft has signed out in this page. */
export const isForgotten = (key: string): boolean => forgottenPrefix !== null && key.startsWith(forgottenPrefix);

/** Forgets all of a person's drafts at sign-out, for good: the machine may be shared. */
export function forgetDrafts(user: string): void {
  forgottenPrefix = ownDrafts(user);
  for (const key of Object.keys(localStorage)) if (isForgotten(key)) localStorage.removeItem(key);
}
