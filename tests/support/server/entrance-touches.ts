import { announcement, NEWS_URL } from './announcements.ts';
import type { Asks } from './entrance-calls.ts';
import type { Entrance } from './entrances.ts';
import type { Person } from './people.ts';
import { taskUrl } from './requests.ts';

/** A call about one thing of the first entrance: what its own reader gets, and what the neighbour gets for it. */
export type Touch = readonly [route: string, what: string, asks: Asks, own: number, neighbour: number];

const news = (of: Entrance, what: keyof Entrance['news'], more = '') => `${NEWS_URL}${of.news[what]}/${more}`;
const change = (by: Person, url: string, body: object) => by.call('PATCH', { url, body });
/** In this order: what deletes comes last. The neighbour tries each first. */
export const TOUCHES: readonly Touch[] = [
  ...(['porch', 'floor', 'pipe', 'unit'] as const).flatMap((what): Touch[] => [
    ['GET /api/crm/news/:id/', what, (of, by) => by.get(news(of, what)), 200, 404],
    ['PATCH /api/crm/news/:id/', what, (of, by) => change(by, news(of, what), { title: 'Другое название' }), 200, 404],
    ['DELETE /api/crm/news/:id/', what, (of, by) => by.remove(news(of, what)), 204, 404],
    ['POST /api/crm/news/:id/restore/', what, (of, by) => by.post(news(of, what, 'restore/')), 200, 404],
  ]),
  ...(['porch', 'floor'] as const).flatMap((what): Touch[] => [
    ['GET /api/crm/tasks/:id/', what, (of, by) => by.get(taskUrl(of.tasks[what])), 200, 404],
    ['PATCH /api/crm/tasks/:id/', what, (of, by) => change(by, taskUrl(of.tasks[what]), { order: 1 }), 200, 404],
    ['POST /api/crm/tasks/:id/undo/', what, (of, by) => by.post(`${taskUrl(of.tasks[what])}undo/`), 200, 404],
    [
      'POST /api/crm/tasks/:id/comments/',
      what,
      (of, by) => by.post(`${taskUrl(of.tasks[what])}comments/`, { message: 'Мастер выехал' }),
      201,
      404,
    ],
  ]),
  ...(['porches', 'floors', 'pipes', 'units'] as const).map(
    (part): Touch => [
      'POST /api/crm/news/',
      part,
      (of, by) =>
        by.post(
          NEWS_URL,
          announcement({
            [part]: { porches: [of.home.porch], floors: [of.floor], pipes: [of.pipe], units: of.flats }[part],
          }),
        ),
      201,
      400,
    ],
  ),
  [
    'POST /api/crm/tasks/',
    'the entrance',
    (of, by) =>
      by.post('/api/crm/tasks/', {
        service: 1,
        information: { description: 'Течёт кран' },
        target_type: 'porches',
        target: { porches: [of.home.porch] },
      }),
    201,
    400,
  ],
  [
    'POST /api/crm/tasks/',
    'a floor',
    (of, by) =>
      by.post('/api/crm/tasks/', {
        service: 1,
        information: { description: 'Течёт кран' },
        target_type: 'floors',
        target: { floors: [of.floor] },
      }),
    201,
    400,
  ],
  [
    'POST /api/records/:resource',
    'with a flat',
    (of, by) =>
      by.post('/api/records/passes', { guest: 'Ещё гость', house: of.home.building, kind: 'foot', flat: of.home.unit }),
    201,
    400,
  ],
  [
    'POST /api/records/:resource',
    'with an entrance',
    (of, by) =>
      by.post('/api/records/passes', { guest: 'Гость', house: of.home.building, kind: 'foot', doors: [of.home.porch] }),
    201,
    400,
  ],
];
