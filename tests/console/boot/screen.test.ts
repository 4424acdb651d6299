import { chooseInitialScreen, landingAddress, withoutTrailingSlash } from '#console/boot/screen.ts';

describe('what a visit begins with', () => {
  test('AUTH-01: the root leads who is signed in to the news', () => {
    expect(chooseInitialScreen('/', '', true)).toEqual({ screen: 'console', address: '/news' });
  });

  test('AUTH-02, AUTH-03: the root leads everybody else to plain /auth', () => {
    expect(chooseInitialScreen('/', '', false)).toEqual({ screen: 'sign-in', address: '/auth' });
    expect(chooseInitialScreen('/', '?from=mail', false)).toEqual({ screen: 'sign-in', address: '/auth' });
  });

  test('AUTH-04: public pages open without a token, with and without their final slash', () => {
    expect(chooseInitialScreen('/auth', '', false)).toEqual({ screen: 'sign-in' });
    expect(chooseInitialScreen('/auth/', '?redirectPage=/tasks', false)).toEqual({ screen: 'sign-in' });
    for (const path of ['/registration', '/confirmation', '/password-change']) {
      expect(chooseInitialScreen(path, '?token=x', false)).toEqual({ screen: 'access' });
      expect(chooseInitialScreen(`${path}/`, '', false)).toEqual({ screen: 'access' });
    }
    expect(chooseInitialScreen('/password-creating', '', false)).toEqual({ screen: 'console' });
    expect(chooseInitialScreen('/password-creating/', '', false)).toEqual({ screen: 'console' });
  });

  test('AUTH-05, AUTH-06: everything else goes to sign in and remembers where it was', () => {
    for (const path of ['/tasks', '/zzz', '/news/x', '/password-change-logged', '/registrationx', '/profile']) {
      expect(chooseInitialScreen(path, '', false)).toEqual({
        screen: 'sign-in',
        address: `/auth?redirectPage=${path}`,
      });
    }
  });

  test('AUTH-07: the query is remembered as well, encoded', () => {
    const { address = '' } = chooseInitialScreen('/edit-news-form', '?id=5&x=a b', false);
    expect(address).toBe('/auth?redirectPage=/edit-news-form%3Fid%3D5%26x%3Da%20b');
    expect(landingAddress(address.slice('/auth'.length))).toBe('/edit-news-form?id=5&x=a b');
  });

  test('AUTH-12: who is signed in gets his profile for /auth, and every page at once', () => {
    expect(chooseInitialScreen('/auth', '?redirectPage=/tasks', true)).toEqual({
      screen: 'console',
      address: '/profile',
    });
    for (const path of ['/tasks', '/zzz', '/password-creating']) {
      expect(chooseInitialScreen(path, '?id=5', true)).toEqual({ screen: 'console' });
    }
    expect(chooseInitialScreen('/password-change-logged', '', true)).toEqual({ screen: 'access' });
  });
});

describe('where a sign-in leads', () => {
  test.each(['', '?redirectPage=', '?other=/tasks'])('without a wish in %j to the news', (search) => {
    expect(landingAddress(search)).toBe('/news');
  });

  test.each([
    ['/tasks', '/tasks'],
    ['/edit-news-form%3Fid%3D5', '/edit-news-form?id=5'],
    ['/authors', '/authors'],
  ])('AUTH-07: the wish %s is heard', (wish, address) => {
    expect(landingAddress(`?redirectPage=${wish}`)).toBe(address);
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '%0A//evil.example',
    'javascript:alert(1)',
    'tasks',
    '/auth',
    '/auth/%3FredirectPage%3D/auth',
  ])('AUTH-07: the wish %s is not', (wish) => {
    expect(landingAddress(`?redirectPage=${wish}`)).toBe('/news');
  });
});

test('AUTH-75: a final slash makes no other address', () => {
  expect(withoutTrailingSlash('/tasks/')).toBe('/tasks');
  expect(withoutTrailingSlash('/tasks//')).toBe('/tasks');
  expect(withoutTrailingSlash('/')).toBe('/');
  expect(withoutTrailingSlash('//')).toBe('/');
});
