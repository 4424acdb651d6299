import { END_VIEW_PATH } from '#resources/protocol/paths/people.ts';
import type { ViewAnswer } from '#resources/protocol/people/employees.ts';
import { request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { KEYS, VIEW_KEY } from './session.ts';

/** The person that this tab views the console as. */
export interface ViewedPerson {
  user: number;
  name: string;
}

/** The person that this tab views the console as; null for oneself. */
export function viewedAs(): ViewedPerson | null {
  const text = globalThis.sessionStorage?.getItem(VIEW_KEY);
  return text ? (JSON.parse(text) as ViewedPerson) : null;
}

/** Makes this tab show the console of another person; the page is then to be loaded anew. */
export function beginView({ token, user, name }: ViewAnswer): void {
  sessionStorage.clear();
  sessionStorage.setItem(VIEW_KEY, JSON.stringify({ user, name } satisfies ViewedPerson));
  sessionStorage.setItem(KEYS.token, token);
}

/** Ends the view, on the server too, where a failure changes nothing; the page is then to be loaded anew. */
export async function endView(): Promise<void> {
  try {
    await request(END_VIEW_PATH, { method: 'POST', report: false });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  } finally {
    sessionStorage.clear();
  }
}
