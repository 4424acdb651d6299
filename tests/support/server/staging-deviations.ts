import type { ServerResponse } from 'node:http';
import type { StagingEffect } from '#i18n/ru/staging.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any call are spoiled by hand.
export type Json = any;

/** How an answer of the contract server is changed. */
export interface Change {
  /** Whether it is this call. */
  at: { test(url: string): boolean };
  /** Another address is asked for in its place: a parameter that the server does not heed. */
  asks?: (path: string) => string;
  /** The parsed body is changed in place, or another one is given back. */
  body?: (body: Json) => unknown;
  /** Later calls are asked by what is changed here, so that it is walked over by itself. */
  isAlone?: boolean;
  /** Instead of an answer with this body. */
  instead?: (response: ServerResponse, body: string) => unknown;
}

/** Takes a key away. */
const without = (key: string) => (record: Json) => {
  delete record[key];
};
const firstOf = (change: (record: Json) => void) => (body: Json) => {
  change(Array.isArray(body) ? body[0] : body.results[0]);
};
const asking =
  (parameter: string, value: string) =>
  (path: string): string => {
    const url = new URL(path, 'http://server');
    url.searchParams.set(parameter, value);
    return `${url.pathname}${url.search}`;
  };
const json = (status: number) => (response: ServerResponse, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const ALL = '11,12,13,14,15,16';
const TASKS_HERE = /tasks\/(count\/)?\?buildings_id=11&/;
const TODAY = new RegExp(`tasks/\\?buildings_id=11&.*date=${new Date().setHours(0, 0, 0, 0) / 1_000}`);
const CREATED = /tasks\/\?buildings_id=11,.*stage=created&count=30&date=\d+$/;

/** A fault of the server, its place, the item that names it, its sentence, and the console's reaction. */
export type Seed = readonly [name: string, change: Change, item: string, what: RegExp, effect: StagingEffect];

/** Ways in which somebody's server may not keep the contract; each changes the answers of the contract server. */
export const SEEDS: readonly Seed[] = [
  [
    'a section without a level',
    { at: /permissions/, body: ({ sections }) => without('chats')(sections) },
    'API-11',
    /^sections\.chats: не указано/,
    'section',
  ],
  [
    'a level that nobody knows',
    { at: /permissions/, body: ({ sections }) => Object.assign(sections, { news: 'owner' }) && undefined },
    'API-11',
    /^sections\.news: .*"owner"/,
    'section',
  ],
  ['a profile of nobody', { at: /profile\/current/, body: without('user') }, 'API-12', /^user: не указано/, 'page'],
  [
    'a dead token that is let in',
    { at: /profile\/current/, instead: (to, body) => json(200)(to, body.includes('"user"') ? body : '{"detail":""}') },
    'AUTH-77',
    /статус ответа 200, а по договору 401/,
    'stays',
  ],
  [
    'a status of the chat that is a number',
    { at: /authorized\/profile/, body: () => ({ status: 1, position: null }) },
    'CHAT-21',
    /^status: ожидается текст/,
    'blank',
  ],
  [
    'a building without id',
    { at: /crm\/buildings\/$/, body: (list) => without('id')(list[1]) },
    'API-13',
    /^\[\]\.id: не указано/,
    'lost',
  ],
  [
    'yes in place of true',
    { at: /crm\/buildings\/$/, body: (list) => Object.assign(list[0], { is_all_porches: 'yes' }) && undefined },
    'API-13',
    /^\[\]\.is_all_porches: ожидается true или false/,
    'blank',
  ],
  [
    'a list that is cut',
    {
      at: /crm\/buildings\/$/,
      body: (list) => ({ count: 9, next: '/api/crm/buildings/?page=2', previous: null, results: list }),
    },
    'API-13',
    /не целиком: записей 9, отдано 6/,
    'early',
  ],
  [
    'a building without flats',
    { at: /crm\/buildings\/11\//, body: without('units') },
    'NEWS-38',
    /^units: не указано/,
    'blank',
  ],
  [
    'a building that is not there, and an answer all the same',
    { at: /buildings\/2147483646/, instead: (to) => json(200)(to, '{"id":1}') },
    'API-21',
    /статус ответа 200, а по договору 404/,
    'place',
  ],
  [
    'an entrance without risers',
    { at: /crm\/porches/, body: without('pipes') },
    'NEWS-38',
    /^pipes: не указано/,
    'blank',
  ],
  [
    'a text that is a number',
    { at: /news\/\?buildings_id=11,/, body: firstOf((one) => Object.assign(one, { description: 7 })) },
    'NEWS-04',
    /^\[\]\.description: ожидается текст, указано 7/,
    'blank',
  ],
  [
    'a day in another format',
    { at: /news\/\?buildings_id=11,/, body: firstOf((one) => Object.assign(one, { date_edit: '23.11.2026 10:00' })) },
    'NEWS-04',
    /^\[\]\.date_edit: ожидается дата/,
    'blank',
  ],
  [
    'page_size that is ignored',
    { at: /news\/\?buildings_id=11,.*page_size=20$/, asks: asking('page_size', '40') },
    'NEWS-04',
    /записей 40, а спрошено не больше 20: параметр page_size/,
    'long',
  ],
  [
    'next that is null too early',
    {
      at: /news\/\?buildings_id=11,.*page_size=20$/,
      isAlone: true,
      body: (page) => Object.assign(page, { next: null }) && undefined,
    },
    'NEWS-04',
    /next пуст, хотя записей 45, а отдано 20/,
    'early',
  ],
  [
    'a cursor that is ignored',
    { at: /cursor=/, asks: () => `/api/crm/news/?buildings_id=${ALL}&page_size=20` },
    'NEWS-05',
    /уже отданных раньше, \d+ из 20/,
    'again',
  ],
  ['a page without next', { at: /cursor=/, body: without('next') }, 'NEWS-05', /^next: не указано/, 'early'],
  [
    'the same id twice',
    {
      at: /news\/\?buildings_id=11,/,
      body: ({ results }) => Object.assign(results[1], { id: results[0].id }) && undefined,
    },
    'NEWS-04',
    /id \d+ встречается/,
    'twice',
  ],
  [
    'buildings_id that is ignored by announcements',
    { at: /news\/\?buildings_id=11&/, asks: asking('buildings_id', '11,12,13') },
    'NEWS-04',
    /параметр buildings_id не учтён/,
    'stray',
  ],
  [
    'an announcement for nobody',
    { at: /news\/\d+\//, body: without('target') },
    'API-14',
    /^target: не указано/,
    'blank',
  ],
  [
    'a cover that is a text',
    { at: /booklets\/\?/, body: firstOf((one) => Object.assign(one, { cover: '/media/1.svg' })) },
    'STORY-01',
    /^\[\]\.cover: ожидается набор/,
    'blank',
  ],
  ['a story without frames', { at: /booklets\/61/, body: without('frames') }, 'API-15', /^frames: не указано/, 'page'],
  [
    'an order that is no number',
    { at: CREATED, body: firstOf((one) => Object.assign(one, { order: 'first' })) },
    'TASK-11',
    /^\[\]\.order: ожидается/,
    'lost',
  ],
  [
    'unix seconds in place of a moment',
    { at: CREATED, body: firstOf((one) => Object.assign(one, { creation_date: 1_732_000_000 })) },
    'TASK-11',
    /^\[\]\.creation_date: ожидается/,
    'blank',
  ],
  [
    'count that is ignored',
    { at: CREATED, asks: asking('count', '500') },
    'TASK-11',
    /а спрошено не больше 30: параметр count/,
    'long',
  ],
  [
    'from_order that is ignored',
    { at: /from_order=/, asks: (path) => path.replace(/&from_order=.*/, '') },
    'TASK-12',
    /параметр from_order не учтён: .*10 из 10/,
    'again',
  ],
  [
    'stage that is ignored',
    { at: /stage=in_progress/, asks: asking('stage', 'done') },
    'TASK-11',
    /параметр stage не учтён/,
    'stray',
  ],
  [
    'date that is ignored by the board',
    { at: TODAY, asks: asking('date', '1500000000') },
    'TASK-05',
    /параметр date не учтён/,
    'stray',
  ],
  [
    'services_id that is ignored',
    { at: /services_id=/, asks: (path) => path.replace(/&services_id=.*/, '') },
    'TASK-08',
    /параметр services_id не учтён/,
    'stray',
  ],
  [
    'buildings_id that is ignored by the board',
    { at: TASKS_HERE, asks: asking('buildings_id', ALL) },
    'TASK-11',
    /параметр buildings_id не учтён/,
    'stray',
  ],
  [
    'a count in words',
    { at: /tasks\/count/, body: () => ({ count: 'много' }) },
    'TASK-02',
    /^count: ожидается/,
    'blank',
  ],
  [
    'a count of other requests',
    { at: /tasks\/count/, asks: asking('buildings_id', ALL) },
    'TASK-02',
    /count равен \d+, а в списке/,
    'number',
  ],
  [
    'a request without history',
    { at: /tasks\/\d+\//, body: without('history') },
    'API-16',
    /^history: не указано/,
    'blank',
  ],
  [
    'a page of a proxy',
    { at: /services\/\?/, instead: (to) => to.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>') },
    'TASK-07',
    /HTML/,
    'html',
  ],
  [
    'a page of a proxy that calls itself JSON',
    { at: /services\/\?/, instead: (to) => json(200)(to, '<!doctype html>') },
    'TASK-07',
    /HTML/,
    'html',
  ],
  [
    '204 in place of a list',
    { at: /performers/, instead: (to) => to.writeHead(204).end() },
    'TASK-23',
    /статус ответа 204/,
    'unread',
  ],
  [
    '201 for what was read',
    { at: /performers/, instead: json(201) },
    'TASK-23',
    /статус ответа 201, а по договору 200/,
    'status',
  ],
  [
    'a suggestion without types',
    { at: /smart_search\/$/, body: without('types') },
    'RES-02',
    /^types: не указано/,
    'blank',
  ],
  [
    'JSON that breaks off',
    { at: /unit_entry/, instead: (to, body) => json(200)(to, body.slice(0, 99)) },
    'RES-05',
    /не JSON или оборван/,
    'unread',
  ],
  [
    'results under another name',
    { at: /pipe_entry/, body: ({ results, ...page }) => ({ ...page, items: results }) },
    'RES-05',
    /^results: не указано, ожидается список/,
    'page',
  ],
  [
    'a resident without flats',
    { at: /residents\/\d+\//, body: without('units') },
    'RES-37',
    /^units: не указано/,
    'page',
  ],
  [
    'buildings_id that is ignored by the settings',
    { at: /settings\/building\/\?buildings_id/, asks: asking('buildings_id', ALL) },
    'SET-23',
    /параметр buildings_id не учтён/,
    'stray',
  ],
  [
    'a day that no month has',
    { at: /reading-list-data/, body: (body) => Object.assign(body, { submit_end_day: 32 }) && undefined },
    'READ-09',
    /^submit_end_day: число не больше 28/,
    'window',
  ],
  [
    'the days of other buildings',
    { at: /reading-list-data/, asks: asking('buildings_id', ALL) },
    'READ-09',
    /submit_start_day здесь null, а в настройках того же здания 1/,
    'window',
  ],
  [
    'page that is ignored',
    { at: /meters\/.*page=2/, asks: asking('page', '1') },
    'READ-03',
    /параметр page не учтён: .*10 из 10/,
    'again',
  ],
  [
    'a page of another size',
    { at: /meters\/.*page=2/, asks: (path) => path.replace('page_size=10', 'page_size=25') },
    'READ-03',
    /записей 25, а спрошено не больше 10/,
    'long',
  ],
  [
    'a month that is ignored',
    {
      at: /meters\/\?buildings_id=11,.*date=\d{6}&page=1/,
      asks: (path) => path.replace(/date=\d{6}/, 'date=012020'),
      body: ({ results }) => {
        for (const one of results) one.month_result = one.passes[0];
      },
    },
    'READ-03',
    /параметр date не учтён/,
    'stray',
  ],
  [
    'buildings_id that is ignored by the readings',
    { at: /meters\/\?buildings_id=11&/, asks: (path) => path.replace('buildings_id=11&', 'buildings_id=12&') },
    'READ-03',
    /параметр buildings_id не учтён: .*10 из 10/,
    'stray',
  ],
  [
    'a last page that is not the last',
    { at: /meters\/\?buildings_id=11&/, body: (page) => Object.assign(page, { next: null }) && undefined },
    'READ-03',
    /next пуст, хотя записей 25/,
    'early',
  ],
  [
    'values that nobody sent',
    { at: /meters\/7001/, body: ({ last_result }) => without('sender')(last_result) },
    'READ-12',
    /^last_result\.sender: не указано/,
    'blank',
  ],
  [
    'buildings_id that is ignored by the cameras',
    { at: /cameras\/\?buildings_id=11$/, asks: asking('buildings_id', ALL) },
    'CAM-01',
    /параметр buildings_id не учтён/,
    'stray',
  ],
  ['a camera that fails', { at: /cameras\/41/, instead: json(500) }, 'CAM-07', /ошибкой 500/, 'failed'],
  [
    'another page than was asked for',
    { at: /settings\/building\/\?page=1/, body: (page) => Object.assign(page, { page_size: 50 }) && undefined },
    'SET-06',
    /page_size равен 50, а спрошено 10/,
    'spare',
  ],
  [
    'a building without cameras',
    { at: /settings\/building\/11/, body: without('cameras') },
    'SET-38',
    /^cameras: не указано/,
    'blank',
  ],
  [
    'a way to another address',
    { at: /company-profile/, instead: (to) => to.writeHead(302, { location: '/login' }).end() },
    'SET-44',
    /другой адрес \(302\)/,
    'moved',
  ],
  [
    'a day of registration as people write it',
    { at: /company-profile/, body: (body) => Object.assign(body, { license_on: '20.04.2015' }) && undefined },
    'SET-44',
    /^license_on: ожидается дата/,
    'blank',
  ],
  [
    'a connection that breaks',
    { at: /companies/, instead: (to) => to.destroy() },
    'EMP-24',
    /соединение оборвалось/,
    'unreachable',
  ],
  [
    'employees of the first page again',
    { at: /employee\/\?page=2/, asks: asking('page', '1') },
    'EMP-02',
    /параметр page не учтён/,
    'again',
  ],
  [
    'a count that is too low',
    {
      at: /employee\/\?page=1/,
      isAlone: true,
      body: (page) => Object.assign(page, { count: 3, next: null }) && undefined,
    },
    'EMP-02',
    /count равен 3, а записей отдано 10/,
    'early',
  ],
  ['a record that is refused', { at: /employee\/\d+\//, instead: json(403) }, 'API-17', /нет доступа/, 'refused'],
  [
    'an answer without an end',
    { at: /companies/, instead: (to) => json(200)(to, `["${'x'.repeat(3_000_000)}"]`) },
    'EMP-24',
    /длиннее 2000000 байт/,
    'heavy',
  ],
];
