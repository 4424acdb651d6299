import { QueryClient } from '@tanstack/react-query';
import { BUILDINGS_KEY } from '#console/data/buildings/buildings.ts';
import { onTokenError } from '#console/data/http/token-error.ts';
import { makeProviders } from '#console/data/providers/providers.ts';
import { refusalText } from '#console/data/session/access.ts';
import { session } from '#console/data/session/session.ts';
import { LEVELS, SECTIONS } from '#resources/language/access.ts';
import { crm } from '#tests/support/console/definitions.ts';
import { HOUSES } from '#tests/support/console/engine-stage.tsx';
import { profileOf } from '#tests/support/console/profiles.ts';
import { serveAnswers } from '#tests/support/console/server.ts';

const cards = crm({ path: '/api/crm/cards/' }, { name: 'cards', section: 'employees', record: { notOwn: 'user' } });
const { authProvider, i18nProvider } = makeProviders([crm({}, { section: 'cameras' }), cards]);
const may = (resource: string, action: string, record?: Record<string, unknown>) =>
  Promise.resolve(authProvider.canAccess?.({ resource, action, ...(record ? { record } : {}) }));

beforeEach(() => onTokenError(() => undefined));

describe('signing in through react-admin', () => {
  test('AUTH-16, AUTH-17, AUTH-22, AUTH-23, AUTH-24: sends the phone as +7…, keeps token and role, asks for the levels', async () => {
    const server = serveAnswers({
      'POST /api/auth': { json: { role: 'admin', token: 'fresh' } },
      'GET /api/crm/permissions/': { json: { sections: { cameras: 'write' }, features: { services: true } } },
    });
    await authProvider.login({ username: '+7 (900) 000-00-01', password: 'Demo2026!' });
    expect(server.calls[0]).toMatchObject({
      method: 'POST',
      url: '/api/auth',
      body: { username: '+79000000001', password: 'Demo2026!' },
    });
    expect(server.calls[1]?.headers.authorization).toBe('Token fresh');
    expect(session.token.get()).toBe('fresh');
    expect(session.role.get()).toBe('admin');
    expect(session.permissions.get()).toEqual({ cameras: 'write' });
  });

  test.each([
    ['with a token', { role: 'resident', token: 'should not be' }],
    ['without one', { role: 'resident', token: null }],
  ])('AUTH-26, AUTH-27: a resident, %s, is refused without a word and leaves nothing behind', async (_what, json) => {
    localStorage.clear();
    serveAnswers({ 'POST /api/auth': { json } });
    await expect(authProvider.login({ username: '9000000008', password: 'x' })).rejects.toMatchObject({ message: '' });
    expect(localStorage).toHaveLength(0);
  });
});

describe('being signed in', () => {
  test('AUTH-06, AUTH-07: without a token every check leads to sign-in, with path and query as the way back', async () => {
    window.history.replaceState(null, '', '/edit-camera-form?id=5');
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({
      redirectTo: '/auth?redirectPage=/edit-camera-form%3Fid%3D5',
    });
    session.token.set('x');
    await expect(authProvider.checkAuth({})).resolves.toBeUndefined();
  });

  test('AUTH-03: from the root the way back is not said', async () => {
    window.history.replaceState(null, '', '/');
    await expect(authProvider.checkAuth({})).rejects.toMatchObject({ redirectTo: '/auth' });
  });

  test('AUTH-78, CONST-09: logging out forgets the tokens and leads to sign-in', async () => {
    session.token.set('x');
    session.chatToken.set({ token: 'c', expires: 'e' });
    await expect(authProvider.logout({})).resolves.toBe('/auth');
    expect(session.token.get()).toBeNull();
    expect(session.chatToken.get()).toBeNull();
  });

  test('API-12: who it is comes from the profile, and his and his company’s ids are kept', async () => {
    serveAnswers({
      'GET /api/crm/profile/current/': {
        json: profileOf({ user: 7, avatar: '/a.webp', company: { id: 2, label: 'УК' } }),
      },
    });
    expect(await authProvider.getIdentity?.()).toMatchObject({ id: 7, fullName: 'Анна Серова', avatar: '/a.webp' });
    expect(session.userId.get()).toBe('7');
    expect(session.companyId.get()).toBe('2');
  });

  test('PERM-04: a 403 asks for the levels anew, for a right may have been taken away', async () => {
    session.token.set('x');
    session.permissions.set({ cameras: 'write' });
    const server = serveAnswers({
      'DELETE /api/crm/keys/1/': { status: 403, json: { detail: 'Недостаточно прав' } },
      'GET /api/crm/permissions/': { json: { sections: { cameras: 'read' }, features: { services: true } } },
    });
    const { dataProvider } = makeProviders([crm()]);
    const error = await dataProvider
      .delete('keys', { id: 1, previousData: { id: 1 } })
      .catch((thrown: unknown) => thrown);
    await authProvider.checkError(error);
    expect(server.callsTo('GET /api/crm/permissions/')).toHaveLength(1);
    expect(session.permissions.get()).toEqual({ cameras: 'read' });
  });

  test('SHELL-06: neither a 403 nor a 500 signs the person out', async () => {
    session.token.set('x');
    serveAnswers({
      'GET /api/crm/permissions/': { status: 500, json: {} },
      'GET /api/crm/keys/1/': { status: 500, json: {} },
    });
    const { dataProvider } = makeProviders([crm()]);
    const error = await dataProvider.getOne('keys', { id: 1 }).catch((thrown: unknown) => thrown);
    await expect(authProvider.checkError(error)).resolves.toBeUndefined();
    expect(session.token.get()).toBe('x');
  });
});

describe('canAccess', () => {
  test('PERM-03, PERM-05: is a look-up in the stored levels: no call is made', async () => {
    const server = serveAnswers();
    session.permissions.set({ cameras: 'read' });
    expect(await may('keys', 'list')).toBe(true);
    expect(await may('keys', 'edit')).toBe(false);
    session.permissions.set({ cameras: 'write' });
    expect(await may('keys', 'create')).toBe(true);
    expect(await may('keys', 'delete')).toBe(true);
    expect(server.calls).toHaveLength(0);
  });

  test.each(SECTIONS.flatMap((section) => LEVELS.map((level) => [section, level] as const)))(
    'PERM-05, PERM-06, PERM-17, PERM-19: %s=%s',
    async (section, level) => {
      session.permissions.set({ [section]: level });
      const sees = level !== 'denied' || section === 'news';
      const changes = level === 'write' || level === 'performer' || (section === 'chats' && level === 'read');
      expect(await may(section, 'list')).toBe(sees);
      expect(await may(section, 'show')).toBe(sees);
      expect(await may(section, 'edit')).toBe(changes);
    },
  );

  test('PERM-16: nobody changes his own card', async () => {
    session.permissions.set({ employees: 'write' });
    session.userId.set('7');
    expect(await may('cards', 'edit', { id: 7, user: 7 })).toBe(false);
    expect(await may('cards', 'edit', { id: 8, user: 8 })).toBe(true);
    expect(await may('cards', 'show', { id: 7, user: 7 })).toBe(true);
  });

  test('PERM-24: a building open in part cannot be changed, and none before the buildings are known', async () => {
    const building = crm({}, { name: 'houses', section: 'buildings', record: { wholeBuilding: 'id' } });
    const queries = new QueryClient();
    const provider = makeProviders([building], queries).authProvider;
    const changes = (id: number) => provider.canAccess?.({ resource: 'houses', action: 'edit', record: { id } });
    session.permissions.set({ buildings: 'write' });
    expect(await changes(3)).toBe(false);
    queries.setQueryData(BUILDINGS_KEY, HOUSES);
    expect(await changes(3)).toBe(true);
    expect(await changes(5)).toBe(false);
    expect(await provider.canAccess?.({ resource: 'houses', action: 'show', record: { id: 5 } })).toBe(true);
  });

  test('PERM-24: deleting may ask for more than editing', async () => {
    const { canAccess } = makeProviders([crm({}, { record: { deleteWhole: 'is_all_buildings' } })]).authProvider;
    session.permissions.set({ keys: 'write' });
    const record = { id: 1, is_all_buildings: false };
    expect(await canAccess?.({ resource: 'keys', action: 'edit', record })).toBe(true);
    expect(await canAccess?.({ resource: 'keys', action: 'delete', record })).toBe(false);
    expect(
      await canAccess?.({ resource: 'keys', action: 'delete', record: { ...record, is_all_buildings: true } }),
    ).toBe(true);
  });

  test.each(['admin', 'superuser', 'employee'])('AUTH-25: role %s decides nothing by itself', async (role) => {
    session.role.set(role);
    session.permissions.set({ cameras: 'read' });
    expect(await may('keys', 'list')).toBe(true);
    expect(await may('keys', 'edit')).toBe(false);
  });

  test('nothing is allowed when nothing is known', async () => {
    expect(await may('keys', 'list')).toBe(false);
  });
});

describe('why a control is greyed', () => {
  const translate = i18nProvider.translate.bind(i18nProvider);

  test('PERM-07, PERM-12: two lines: the right that is missing, and what is allowed now', () => {
    expect(refusalText({ reason: 'level', section: 'cameras', needed: 'write', has: 'read' }, translate)).toEqual({
      title: 'Нет права «Камеры: добавление и редактирование»',
      line: 'Вам доступен просмотр',
    });
    expect(refusalText({ reason: 'level', section: 'tasks', needed: 'write', has: 'read' }, translate)).toEqual({
      title: 'Нет права «Заявки: создание и редактирование»',
      line: 'Вам доступен просмотр',
    });
  });

  test('PERM-16: one’s own card says so', () => {
    expect(refusalText({ reason: 'own' }, translate).title).toBe('Себя заблокировать или удалить нельзя');
  });

  test('a section that an installation added is called by its own words', () => {
    expect(refusalText({ reason: 'level', section: 'keys', needed: 'write', has: 'denied' }, translate)).toEqual({
      title: 'Нет права «Ключи: добавление и редактирование»',
      line: 'Раздел для вас закрыт',
    });
  });
});
