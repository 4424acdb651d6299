import { type RequestOptions, request, unwrap } from '#console/data/http.ts';
import { keepOwnLists } from '#console/data/lists-owner.ts';
import { session } from '#console/data/session.ts';
import type { SetUpBody, SetUpLook } from '#resources/protocol/setup.ts';

const URL = '/api/anonymous/setup/';

/** Statuses that the page itself tells of: wrong fields, a dead link, no set-up at all. */
const TOLD = new Set([400, 401, 404]);

const post = (path: string, body: unknown) => {
  const options: RequestOptions = { anonymous: true, report: (error) => !TOLD.has(error.status) };
  return request(path, { ...options, method: 'POST', body });
};

/** What the page needs to know. @throws RequestError 401 for a dead link, 404 where the company is open already */
export async function lookAtSetUp(token: string): Promise<SetUpLook> {
  return unwrap(await post(`${URL}look/`, { token })) as SetUpLook;
}

/** Opens the company and signs its administrator in. @throws RequestError 400 with the wrong fields; 401, 404 as above */
export async function openCompany(body: SetUpBody): Promise<void> {
  const { role, token } = unwrap(await post(URL, body)) as { role: string; token: string };
  keepOwnLists(body.phone.replace(/\D/g, ''));
  session.token.set(token);
  session.role.set(role);
  session.keepLoggedIn.set(true);
}
