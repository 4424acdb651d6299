import type { ViewAnswer } from '#resources/protocol/people/employees.ts';
import { request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { KEYS, VIEW_KEY } from './session.ts';

/** The person that this tab views the console as. */
export interface Viewed {
  user: number;
  name: string;
}

/** The person that this tab views the console as; null for oneself. */
export function viewedAs(): Viewed | null {
  const text = globalThis.sessionStorage?.getItem(VIEW_KEY);
  return text ? (JSON.parse(text) as Viewed) : null;
}

/** Makes this tab show the console of another person; the page is then to be loaded anew. */
export function beginView({ token, user, name }: ViewAnswer): void {
  sessionStorage.clear();
  sessionStorage.setItem(VIEW_KEY, JSON.stringify({ user, name } satisfies Viewed));
  sessionStorage.setItem(KEYS.token, token);
}

/** Ends the view, on the server too, where a failure changes nothing; the page is then to be loaded anew. */
export async function endView(): Promise<void> {
  try {
    await request('/api/crm/employee/view/end/', { method: 'POST', report: false });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  } finally {
    sessionStorage.clear();
  }
}
