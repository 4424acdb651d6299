import { session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { changedValues, readDraft, removeDraft, smallKey, writeDraft } from './drafts.ts';

const valueKey = (place: string): string => smallKey(session.userId.get() ?? '', place);

/**
 * Values that were typed before and never sent, by field: for the small forms that open over a page and are told of nothing
 * when it closes. These forms show them at once.
 * @param place names the form and what it is about: `/tasks?comment=12`
 */
export function keptValues(place: string): Readonly<Record<string, unknown>> {
  return viewedAs() ? {} : (readDraft(valueKey(place))?.values ?? {});
}

/** The kept text of one field; empty for none. */
export function keptText(place: string, field: string): string {
  const text = keptValues(place)[field];
  return typeof text === 'string' ? text : '';
}

/**
 * Keeps typed values, per person and place; forgets them once they equal the initial values of the form.
 * Nothing is kept while the console is viewed as another person.
 * @returns whether nothing would be lost with the page
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
 * Notes the kept values as they are sent.
 * @returns to be called once the server has taken them: forgets them, unless something else was typed since, into a form opened anew
 */
export function sendingValues(place: string): () => void {
  const sent = JSON.stringify(keptValues(place));
  return () => {
    if (JSON.stringify(keptValues(place)) === sent) forgetValues(place);
  };
}

/** Forgets the kept values: they were sent. */
export function forgetValues(place: string): void {
  removeDraft(valueKey(place));
}
