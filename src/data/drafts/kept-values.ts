import { session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { changedValues, readDraft, removeDraft, smallKey, writeDraft } from './drafts.ts';

const valueKey = (place: string): string => smallKey(session.userId.get() ?? '', place);

/**
 * Unsent values by field, for small forms that open over a page and get no event when it closes; such a form shows them at once.
 * @param place identifies the form and its subject, e.g. `/tasks?comment=12`
 */
export function keptValues(place: string): Readonly<Record<string, unknown>> {
  return viewedAs() ? {} : (readDraft(valueKey(place))?.values ?? {});
}

/** The stored text of one field; empty if there is none. */
export function keptText(place: string, field: string): string {
  const text = keptValues(place)[field];
  return typeof text === 'string' ? text : '';
}

/**
 * Stores typed values per person and place; removes them when they equal the initial values. Nothing is stored while viewing as
 * another person.
 * @returns whether closing the page would lose nothing
 */
export function keepValues(
  place: string,
  values: Readonly<Record<string, unknown>>,
  began: Readonly<Record<string, unknown>> = {},
): boolean {
  if (viewedAs()) return false;
  const changed = changedValues(values, began);
  if (Object.keys(changed).length > 0) return writeDraft(valueKey(place), changed);
  removeDraft(valueKey(place));
  return true;
}

/**
 * Remembers the stored values at the time of sending.
 * @returns call it when the server has accepted them: removes the values unless they have changed since
 */
export function sendingValues(place: string): () => void {
  const sent = JSON.stringify(keptValues(place));
  return () => {
    if (JSON.stringify(keptValues(place)) === sent) forgetValues(place);
  };
}

/** Removes the stored values after they were sent. */
export function forgetValues(place: string): void {
  removeDraft(valueKey(place));
}
