import { END_VIEW_PATH } from '#resources/protocol/paths/people.ts';
import type { ViewAnswer } from '#resources/protocol/people/employees.ts';
import { request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { KEYS, VIEW_KEY } from './session.ts';

/** A person that somebody else views the console as. */
export interface ViewedPerson {
  user: number;
  name: string;
}

/** The person that this tab views the console as; null when it shows the own console. */
export function viewedAs(): ViewedPerson | null {
  const text = globalThis.sessionStorage?.getItem(VIEW_KEY);
  return text ? (JSON.parse(text) as ViewedPerson) : null;
}

/** Makes this tab show the console of another person; reload the page afterwards. */
export function beginView({ token, user, name }: ViewAnswer): void {
  sessionStorage.clear();
  sessionStorage.setItem(VIEW_KEY, JSON.stringify({ user, name } satisfies ViewedPerson));
  sessionStorage.setItem(KEYS.token, token);
}

/** Ends viewing as another person, also on the server, whose failure is ignored; reload the page afterwards. */
export async function endView(): Promise<void> {
  try {
    await request(END_VIEW_PATH, { method: 'POST', report: false });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  } finally {
    sessionStorage.clear();
  }
}
