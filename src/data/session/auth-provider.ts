import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import { text } from '#i18n/console-text.ts';
import { type RecordAction, type RecordRules, refusal, type Subject } from '#resources/language/access.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { parsePhoneDigits } from '#resources/language/kinds/phone-format.ts';
import { decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import { PROFILE_PATH, SIGN_IN_PATH } from '#resources/protocol/paths/access.ts';
import { BUILDINGS_PATH } from '#resources/protocol/paths/buildings.ts';
import { decodeProfile, type Profile } from '#resources/protocol/people/profile-answers.ts';
import { type Building, fullyAccessibleBuildingIds } from '../buildings/building-list.ts';
import { BUILDINGS_KEY } from '../buildings/buildings.ts';
import { isCancelled } from '../http/failures.ts';
import { ask, request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { signInAddress } from '../http/token-error.ts';
import { currentLevels } from './access.ts';
import { refreshPermissions } from './permissions.ts';
import { clearSession, session } from './session.ts';

/** Actions of react-admin that only read records; all others change something. */
const READ_ACTIONS = new Set(['list', 'show', 'export', 'read']);

function toRecordAction(action: string): RecordAction {
  if (READ_ACTIONS.has(action)) return 'see';
  return action === 'delete' ? 'delete' : 'change';
}

/** Loads the profile and stores the ids of the person and of their company. */
export async function loadProfile(signal?: AbortSignal): Promise<Profile> {
  const profile = await ask(PROFILE_PATH, decodeProfile, { signal });
  if (!profile) throw new RequestError(text('engine.noData'), 0, null, PROFILE_PATH, null);
  session.userId.set(String(profile.user));
  session.companyId.set(profile.company ? String(profile.company.id) : null);
  return profile;
}

/**
 * Signs in (AUTH-16…26): stores token and role, then loads the levels. A resident is refused with an empty message, and nothing
 * is stored (AUTH-27).
 * @param username the phone in any spelling of the +7 form
 */
async function login({ username, password }: { username: string; password: string }): Promise<void> {
  const digits = parsePhoneDigits(username);
  const body = { username: digits ? `+7${digits}` : username, password };
  const answer = await ask(SIGN_IN_PATH, decodeSignIn, { method: 'POST', body });
  if (!answer.token || answer.role === 'resident') throw new RequestError('', 403, null, SIGN_IN_PATH, null);
  session.token.set(answer.token);
  session.role.set(answer.role);
  await refreshPermissions();
}

/**
 * Handles a failed call: after a 401 of any call but the building list it requests the profile, which tells whether the token is
 * dead (AUTH-76, SHELL-06); after a 403 it reloads the levels. Never rejects, because react-admin would sign the person out;
 * `request` has reported failures and handled a dead token.
 */
async function recheckRights(error: RequestError): Promise<void> {
  try {
    if (error.status === 401 && error.path !== BUILDINGS_PATH) await request(PROFILE_PATH, { report: false });
    if (error.status === 403) await refreshPermissions();
  } catch (recheckError) {
    if (!(recheckError instanceof RequestError) && !isCancelled(recheckError)) throw recheckError;
  }
}

/**
 * Auth provider for react-admin. `canAccess` uses the stored levels, without a call.
 * @param resources all known definitions, whose sections and record rules decide
 * @param queryClient cache with the building list
 */
export function makeAuthProvider(resources: readonly Resource[], queryClient?: QueryClient): AuthProvider {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));

  /** Whether levels and record rules allow an action; a name without a definition is treated as a section. */
  function isAllowed(name: string, action: string, record?: Readonly<Record<string, unknown>>): boolean {
    const resource = byName.get(name);
    const user = session.userId.get();
    const buildings = queryClient?.getQueryData<Building[]>(BUILDINGS_KEY);
    const subject: Subject = { levels: currentLevels() };
    if (user !== null) subject.user = user;
    if (buildings) {
      subject.buildings = new Set(buildings.map(({ id }) => id));
      subject.wholeBuildings = fullyAccessibleBuildingIds(buildings);
    }
    const section = resource?.section ?? name;
    return refusal(subject, section, toRecordAction(action), resource?.record as RecordRules, record) === null;
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
    canAccess: async ({ resource, action, record }) => isAllowed(resource, action, record),
    supportAbortSignal: true,
  };
}
