import * as z from 'zod';
import { listRoutes } from '#server/http/route.ts';
import { FOREIGN, routeOf } from '#tests/support/console/answer-check.ts';
import { PRODUCT_ANSWERS } from '#tests/support/console/product-answers.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';

const app = await openTestApp();
// Only where nobody is in the database are there calls that open the company.
const empty = await openTestApp({ empty: true });
afterAll(() => Promise.all([app.close(), empty.close()]));

/** Calls that the console never makes. */
const UNASKED: ReadonlySet<string> = new Set([
  'GET /dev/outbox',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
  'GET /api/version',
]);

const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;
const routes = [...listRoutes(empty.app), ...listRoutes(app.app)];
const declared = new Map(routes.map((route) => [nameOf(route), route]));

/** Whether two shapes are one, or lists of one. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof z.ZodArray && other instanceof z.ZodArray && isSame(one.element, other.element));

describe('what the console’s tests take for the answers of the product', () => {
  test.each(Object.entries(PRODUCT_ANSWERS))('%s is what the server declares', (name, { status, shape }) => {
    const route = declared.get(name);
    expect(route?.ok).toBe(status);
    expect(isSame(route?.answer ?? null, shape)).toBe(true);
  });

  test('leaves out no route that answers JSON, or nothing', () => {
    const left = [...declared.values()]
      .filter(({ answer, ok }) => answer || ok === 204)
      .map(nameOf)
      .filter((name) => !UNASKED.has(name) && !(name in PRODUCT_ANSWERS));
    expect(left).toEqual([]);
  });

  test('is found by the address of a call, with the final slash and without', () => {
    const strays = Object.keys(PRODUCT_ANSWERS).filter((name) => {
      const [method = '', url = ''] = name.split(' ');
      const bare = url.replaceAll(/:\w+/g, '7').replace(/\/$/, '');
      return [bare, `${bare}/`].some((address) => routeOf(method, address)?.name !== name);
    });
    expect(strays).toEqual([]);
  });

  test.each(FOREIGN)('$address leads to no route: $why', ({ address }) => {
    const taken = [...declared.values()].filter(({ url }) => address.test(url.replaceAll(/:\w+/g, '7')));
    expect(taken.map(nameOf)).toEqual([]);
  });
});
