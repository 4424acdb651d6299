/** Where the drafts of one person lie (drafts.ts) and how they are forgotten: all that is needed of them before a form is opened. */

/** What the keys of all drafts of forms and small texts begin with. */
export const DRAFT_PREFIX = 'draft:';

/** What the keys of all drafts of a person begin with. */
export const ownDrafts = (user: string): string => `${DRAFT_PREFIX}${user}:`;

/** Who has signed out in this page: what their forms still want to keep while they close is not kept. */
let gone: string | null = null;

/** Whether the person of a draft has signed out in this page. */
export const isForgotten = (key: string): boolean => gone !== null && key.startsWith(gone);

/** Forgets all of a person's drafts, for good: they sign out, and this may be nobody's own machine. */
export function forgetDrafts(user: string): void {
  gone = ownDrafts(user);
  for (const key of Object.keys(localStorage)) if (isForgotten(key)) localStorage.removeItem(key);
}
