import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import { type RecordAction, type RecordRules, refusal, type Subject } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { phoneDigits } from '#resources/language/kinds/phone-format.ts';
import { decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import { PROFILE_PATH, SIGN_IN_PATH } from '#resources/protocol/paths/access.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { decodeProfile, type Profile } from '#resources/protocol/people/profile-answers.ts';
import { type Building, wholeBuildingIds } from '../buildings/building-list.ts';
import { BUILDINGS_KEY } from '../buildings/buildings.ts';
import { isCancelled } from '../http/failures.ts';
import { ask, request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { signInAddress } from '../http/token-error.ts';
import { levelsNow } from './access.ts';
import { refreshPermissions } from './permissions.ts';
import { clearSession, session } from './session.ts';

/** Actions named by react-admin that only read records; every other one changes something. */
const SEEING = new Set(['list', 'show', 'export', 'read']);

function askedBy(action: string): RecordAction {
  if (SEEING.has(action)) return 'see';
  return action === 'delete' ? 'delete' : 'change';
}

/** Loads the person's own page and remembers their and their company's id. */
export async function loadProfile(signal?: AbortSignal): Promise<Profile> {
  const profile = await ask(PROFILE_PATH, decodeProfile, { signal });
  if (!profile) throw new RequestError(text('engine.noData'), 0, null, PROFILE_PATH, null);
  session.userId.set(String(profile.user));
  session.companyId.set(profile.company ? String(profile.company.id) : null);
  return profile;
}

/**
 * Signs in (AUTH-16…26): remembers token and role, then fetches the levels. A resident is refused
 * without a word and nothing of them is kept (AUTH-27).
 * @param username the phone in any spelling of the +7 form
 */
async function login({ username, password }: { username: string; password: string }): Promise<void> {
  const digits = phoneDigits(username);
  const body = { username: digits ? `+7${digits}` : username, password };
  const answer = await ask(SIGN_IN_PATH, decodeSignIn, { method: 'POST', body });
  if (!answer.token || answer.role === 'resident') throw new RequestError('', 403, null, SIGN_IN_PATH, null);
  session.token.set(answer.token);
  session.role.set(answer.role);
  await refreshPermissions();
}

/**
 * Consequences of a failed call: after a 401 other than of the building list the profile
 * tells whether the token is dead (AUTH-76, SHELL-06), after a 403 the levels are asked for again.
 * Never rejects: react-admin would sign the person out for it; `request` has reported and led away.
 */
async function recheckRights(error: RequestError): Promise<void> {
  try {
    if (error.status === 401 && error.path !== BUILDINGS_PATH) await request(PROFILE_PATH, { report: false });
    if (error.status === 403) await refreshPermissions();
  } catch (further) {
    if (!(further instanceof RequestError) && !isCancelled(further)) throw further;
  }
}

/**
 * Rights and sign-in for react-admin. `canAccess` looks the levels up, no call is made.
 * @param resources every definition that is known; their section and record rules decide
 * @param queryClient what the console has fetched: the building list says which buildings are wholly open
 */
export function makeAuthProvider(resources: readonly Resource[], queryClient?: QueryClient): AuthProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));

  /** Whether the levels and the record rules allow it; a name without a definition is taken for a section. */
  function allowed(name: string, action: string, record?: Readonly<Record<string, unknown>>): boolean {
    const resource = byName.get(name);
    const user = session.userId.get();
    const buildings = queryClient?.getQueryData<Building[]>(BUILDINGS_KEY);
    const subject: Subject = { levels: levelsNow() };
    if (user !== null) subject.user = user;
    if (buildings) {
      subject.buildings = new Set(buildings.map(({ id }) => id));
      subject.wholeBuildings = wholeBuildingIds(buildings);
    }
    const section = resource?.section ?? name;
    return refusal(subject, section, askedBy(action), resource?.record as RecordRules, record) === null;
  }

  return {
    login,
    logout: async () => {
      clearSession();
      return '/auth';
    },
    checkAuth: async () => {
      if (!session.token.get()) throw { redirectTo: signInAddress(), message: false };
    },
    checkError: async (error: unknown) => {
      if (error instanceof RequestError) await recheckRights(error);
    },
    getIdentity: async (params) => {
      const profile = await loadProfile(params?.signal);
      return {
        id: profile.user,
        fullName: [profile.first_name, profile.last_name].filter(Boolean).join(' '),
        ...(profile.avatar ? { avatar: profile.avatar } : {}),
        profile,
      };
    },
    canAccess: async ({ resource, action, record }) => allowed(resource, action, record),
    supportAbortSignal: true,
  };
}
