import type { Method } from '#server/http/declaration.ts';
import { dialectChapters } from '#tests/support/dialect-examples.ts';
import { readDemoCompany } from '#tests/support/server/demo-company.ts';
import { demoPerson } from '#tests/support/server/people.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const CHAPTER = dialectChapters().find(({ title }) => title === 'simple-rest');
const { api, ...definition } = CHAPTER?.definition ?? {};
const { path: otherPath } = api as { path: string };
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ definitions: { 'keys.json': definition } });
});
afterAll(() => app.close());

/** The ids that stand in this database for the record and the building of the page. */
interface Ids {
  key: number;
  building: number;
}
const withIds = (text: string, { key, building }: Ids): string =>
  text
    .replaceAll('"id":7', `"id":${key}`)
    .replaceAll('"id":[7]', `"id":[${key}]`)
    .replaceAll('"house":3', `"house":${building}`)
    .replaceAll('buildings_id=3,5', `buildings_id=${building}`)
    .replace(/\/7$/, `/${key}`);

test('a section of the box answers the calls of simple-rest in docs/dialects.md as the page says', async () => {
  const admin = await demoPerson(app, 1);
  const ids: Ids = { key: 0, building: (await readDemoCompany(app)).home.building };
  for (const { method, url, body, status, headers, answer } of CHAPTER?.examples ?? []) {
    const address = withIds(url, ids).replace(otherPath, '/api/records/keys');
    const call =
      body === null ? encodeURI(address) : { url: address, body: JSON.parse(withIds(JSON.stringify(body), ids)) };
    const given = await admin.call(method as Method, call);
    expect([method, address, given.status, given.text]).toEqual([method, address, status, expect.any(String)]);
    if (method === 'POST') ids.key = Number(given.body.id);
    const expected = JSON.parse(withIds(JSON.stringify(answer), ids));
    if (status < 300) expect(Array.isArray(expected) ? given.list : given.body).toMatchObject(expected);
    else expect(Object.keys(given.body)).toEqual(expect.arrayContaining(Object.keys(expected)));
    const total = headers['Content-Range']?.split('/')[1];
    if (total) expect(String(given.headers['content-range']).split('/')[1]).toBe(total);
  }
});
