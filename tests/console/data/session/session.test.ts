import { clearSession, KEYS, onSessionChange, session } from '#console/data/session/session.ts';

describe('what the browser remembers', () => {
  test('CONST-02: the keys are those of the specification', () => {
    expect(KEYS).toEqual({
      token: 'home-moderator',
      chatToken: 'chat-token',
      firebaseToken: 'firebase-token',
      role: 'role',
      keepLoggedIn: 'keep-logged-in',
      permissions: 'permissions',
      companyId: 'company-id',
      userId: 'user-id',
      checkedBuildings: 'checked-buildings',
    });
  });

  test('CONST-01, PERM-03: each value is stored under its key and read back as it was', () => {
    session.token.set('abc');
    session.permissions.set({ cameras: 'read' });
    session.checkedBuildings.set([3, 1]);
    session.chatToken.set({ token: 'c', expires: '2026-12-01T00:00:00Z' });
    session.keepLoggedIn.set(true);
    expect(localStorage.getItem('home-moderator')).toBe('abc');
    expect(JSON.parse(localStorage.getItem('permissions') ?? '')).toEqual({ cameras: 'read' });
    expect(JSON.parse(localStorage.getItem('checked-buildings') ?? '')).toEqual([3, 1]);
    expect(session.token.get()).toBe('abc');
    expect(session.permissions.get()).toEqual({ cameras: 'read' });
    expect(session.chatToken.get()).toEqual({ token: 'c', expires: '2026-12-01T00:00:00Z' });
    expect(session.keepLoggedIn.get()).toBe(true);
  });

  test.each([
    ['permissions', 'not json', () => session.permissions.get()],
    ['permissions', '[]', () => session.permissions.get()],
    ['permissions', '{"cameras":1}', () => session.permissions.get()],
    ['checked-buildings', '{"a":1}', () => session.checkedBuildings.get()],
    ['checked-buildings', '[1,"2"]', () => session.checkedBuildings.get()],
    ['chat-token', 'null', () => session.chatToken.get()],
    ['keep-logged-in', '"yes"', () => session.keepLoggedIn.get()],
  ])('SHELL-29: %s that holds %s counts as nothing remembered', (key, text, read) => {
    localStorage.setItem(key, text);
    expect(read()).toBeNull();
  });

  test('the same object is given until the value changes, so that nothing is drawn for nothing', () => {
    session.checkedBuildings.set([1, 2]);
    const first = session.checkedBuildings.get();
    expect(session.checkedBuildings.get()).toBe(first);
    session.checkedBuildings.set([1]);
    expect(session.checkedBuildings.get()).toEqual([1]);
  });

  test('CONST-09, CONST-11: logging out forgets everything but the chosen buildings', () => {
    session.token.set('abc');
    session.chatToken.set({ token: 'c', expires: 'x' });
    session.role.set('admin');
    session.permissions.set({ cameras: 'write' });
    session.userId.set('7');
    session.companyId.set('1');
    session.firebaseToken.set('f');
    session.checkedBuildings.set([1]);
    clearSession();
    expect(Object.keys(localStorage)).toEqual(['checked-buildings']);
  });

  test('a change is told to those who listen, and only a change, and only while they listen', () => {
    const told = jest.fn();
    const stop = onSessionChange(told);
    session.token.set('a');
    session.token.set('a');
    expect(told).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new StorageEvent('storage', { key: 'home-moderator' }));
    expect(told).toHaveBeenCalledTimes(2);
    stop();
    session.token.set('b');
    expect(told).toHaveBeenCalledTimes(2);
  });
});
