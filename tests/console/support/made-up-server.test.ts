import { takeMisfits } from '#tests/support/console/misfits.ts';
import { delayedReply, type Reply, serveAnswers } from '#tests/support/console/server.ts';
import { BUILDING_CALL, BUILDING_LIST_CALL, building, buildingSettings } from '#tests/support/console/settings.tsx';
import { attachment, MadeUpUpload, serveUploads } from '#tests/support/console/uploads.ts';

const SERVICES = 'GET /api/crm/services/';
const LIFTS = { id: 2, name: 'Лифты', icon: 'elevator' };

/** Faults found in a reply to one call. */
async function misfitsOf(what: string, reply: Reply, query = ''): Promise<string[]> {
  const [method = '', path = ''] = what.split(' ');
  serveAnswers({ [what]: reply });
  await fetch(`${path}${query}`, { method });
  return takeMisfits();
}

describe('the made-up server is held to what the product answers', () => {
  test('an answer that the product gives is let through, whatever the query', async () => {
    expect(await misfitsOf(SERVICES, { json: [LIFTS] })).toEqual([]);
    expect(await misfitsOf(SERVICES, { json: [] }, '?buildings_id=3')).toEqual([]);
    expect(await misfitsOf(BUILDING_CALL, { json: buildingSettings(3) })).toEqual([]);
    expect(await misfitsOf(BUILDING_LIST_CALL, { json: [building(3)] })).toEqual([]);
  });

  test.each<[string, string, Reply, string]>([
    ['lacks a key', SERVICES, { json: [LIFTS, { id: 3, name: 'Уборка' }] }, '1.icon: Invalid input'],
    [
      'has a value of another kind',
      BUILDING_CALL,
      { json: buildingSettings(3, { version: 7 }) },
      'version: Invalid input',
    ],
    [
      'has a key that the server would drop',
      SERVICES,
      { json: [{ ...LIFTS, price: 9 }] },
      '0.price: the product tells',
    ],
    [
      'has such a key deep inside',
      BUILDING_CALL,
      { json: buildingSettings(3, { tenant: { label: 'Д', id: 1 } }) },
      'tenant.id: the product tells',
    ],
    [
      'is a page with a wrong row, where a page or a list may come',
      BUILDING_LIST_CALL,
      {
        json: {
          count: 1,
          previous: null,
          next: null,
          number: 1,
          page_size: 10,
          results: [{ ...building(3), tenant: null }],
        },
      },
      'results.0.tenant: Invalid input',
    ],
    ['is no JSON', SERVICES, { text: '<html>' }, 'the answer is no JSON'],
    ['is empty', SERVICES, {}, 'the answer is no JSON'],
    ['has another success status', SERVICES, { status: 201, json: [] }, 'the product answers 200, not 201'],
    ['has a body where there is none', 'DELETE /api/crm/cameras/7/', { json: {} }, 'the product answers 204, not 200'],
    ['is of a route that there is not', 'GET /api/crm/servises/', { json: [] }, 'the product has no such route'],
    ['is of a method that there is not', 'PUT /api/crm/tasks/7/', { json: {} }, 'the product has no such route'],
    ['is said to be malformed and is not', SERVICES, { json: [LIFTS], malformed: true }, 'it is said to be malformed'],
  ])('an answer that %s is told of', async (_what, call, reply, said) => {
    expect(await misfitsOf(call, reply)).toEqual([expect.stringContaining(`${call}: ${said}`)]);
  });

  test('of two routes the one with fewer parameters is meant', async () => {
    expect(await misfitsOf('GET /api/crm/tasks/count/', { json: { count: 3 } })).toEqual([]);
    expect(await misfitsOf('GET /api/crm/tasks/7/', { json: { count: 3 } })).not.toEqual([]);
  });

  test('what waits is looked at once it is answered', async () => {
    const late = delayedReply({ json: [{ id: 1 }] });
    serveAnswers({ [SERVICES]: late.reply });
    const call = fetch('/api/crm/services/');
    expect(takeMisfits()).toEqual([]);
    late.release();
    await call;
    expect(takeMisfits()).toHaveLength(2);
  });

  test('an upload is held to it, too', () => {
    serveUploads();
    const upload = new MadeUpUpload();
    upload.open('POST', '/api/authorized/attachments/');
    upload.answer(201, [attachment(5)]);
    expect(takeMisfits()).toEqual([]);
    const { mime: _, ...untyped } = attachment(5);
    upload.answer(201, [untyped]);
    expect(takeMisfits()).toEqual([expect.stringContaining('POST /api/authorized/attachments/: 0.mime: Invalid')]);
  });

  test.each<[string, string, Reply]>([
    ['a refusal', SERVICES, { status: 503, json: { detail: 'Нет' } }],
    ['a record with keys of its definition', 'GET /api/records/keys/7', { json: { id: 7, label: 'Подвал' } }],
    ['an address of another server', 'GET /api/crm/keys/7/', { json: { anything: true } }],
    ['what is malformed on purpose', SERVICES, { json: [{ id: 7 }], malformed: true }],
  ])('%s is the test’s own', async (_what, call, reply) => {
    expect(await misfitsOf(call, reply)).toEqual([]);
  });
});
