import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { beginView } from '#console/data/view-as.ts';
import type { ViewAnswer } from '#resources/protocol/employees.ts';

/**
 * Shows this tab the console as the employee sees it. @returns false when the server refused, which the alert has told; else
 * the page is on its way out
 */
export async function startViewing(user: number): Promise<boolean> {
  try {
    beginView(unwrap(await request(`/api/crm/employee/${user}/view/`, { method: 'POST' })) as ViewAnswer);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return false;
  }
  globalThis.location.assign('/');
  return true;
}
