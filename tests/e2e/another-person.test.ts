// Runs in test:all alone: leaves and comes back as somebody else in other tabs; the component tests have each rule.
import { raiseStage, type Visitor } from '#tests/support/browser/stage.ts';
import { SESSION_OVER } from '#tests/support/browser/visitor.ts';

const stage = raiseStage();

const LIST = '/settings/employees-permissions';
const search = ({ page }: Visitor) => page.getByRole('searchbox').first();
const profile = (visitor: Visitor) => visitor.page.getByRole('navigation').first().getByRole('link');

/** Tokens of the calls that the page makes from its next load on. */
function tokensOf({ page }: Visitor): string[] {
  const tokens: string[] = [];
  let isLoading = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLoading = true;
    const { authorization } = request.headers();
    if (authorization) tokens.push(authorization);
  });
  page.on('framenavigated', (frame) => {
    // Calls that the page before had under way carry the token that it was opened with.
    if (isLoading && frame === page.mainFrame()) tokens.length = 0;
    isLoading = false;
  });
  return tokens;
}

describe('somebody else signs in in the same browser', () => {
  test('AUTH-77: in another tab: the page of the first one is loaded anew, as the second one’s', async () => {
    const visitor = await stage.visitor({ as: 1 });
    const { page } = visitor;
    await visitor.open('/create-camera-form');
    await page.getByRole('textbox', { name: /Название/ }).fill('Камера у лифта');
    const next = await stage.token(6);
    const other = await visitor.context.newPage();
    await other.goto('/robots.txt');
    const tokens = tokensOf(visitor);
    const anew = page.waitForEvent('domcontentloaded');
    await other.evaluate((token) => {
      localStorage.removeItem('home-moderator');
      localStorage.setItem('home-moderator', token);
    }, next);
    await anew;
    await visitor.arrive();
    expect(await page.getByText('Камера у лифта').count()).toBe(0);
    expect(new Set(tokens)).toEqual(new Set([`Token ${next}`]));
    await other.close();
  });

  test('AUTH-77: after which the page of the first one comes back out of the browser’s memory', async () => {
    const visitor = await stage.visitor({ as: 1 });
    await visitor.open('/cameras');
    await visitor.arrive('Камеры');
    const anew = visitor.page.waitForEvent('domcontentloaded');
    // The driver keeps browsers from remembering pages.
    await visitor.page.evaluate(
      (token) => {
        localStorage.setItem('home-moderator', token);
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      },
      await stage.token(6),
    );
    await anew;
    await visitor.arrive('Камеры');
  });

  test('CONST-09: after a sign-in that died: what was searched for in a list is not the second one’s to find', async () => {
    const visitor = await stage.visitor();
    const { page } = visitor;
    const signIn = async (account: number) => {
      await page.getByLabel('Телефон', { exact: true }).pressSequentially(`900000000${account}`);
      await page.getByLabel('Пароль', { exact: true }).fill('Demo2026!');
      await page.getByRole('button', { name: 'Войти в систему' }).click();
      await visitor.arrive();
    };
    const again = async (account: number) => {
      await page.evaluate(() => localStorage.setItem('home-moderator', 'dead'));
      await visitor.open('/news');
      await signIn(account);
      await profile(visitor).first().waitFor();
      await visitor.open(LIST);
      await search(visitor).waitFor();
      return search(visitor).inputValue();
    };
    await visitor.open('/auth');
    await signIn(1);
    await visitor.open(LIST);
    await search(visitor).fill('Ольга');
    await page.waitForURL(/%D0%9E/);
    expect(await again(1)).toBe('Ольга');
    expect(await again(2)).toBe('');
    visitor.forgive(SESSION_OVER);
  });
});
