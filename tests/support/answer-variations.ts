/** Answers as another server might have written them, where the documents leave it open (G-68). */

/** A page of every kind, on records of the contract server, and what stands on it when nothing is varied. */
export const VARIED_PAGES: readonly (readonly [path: string, shows: string])[] = [
  ['/news', 'Авария на водопроводе № 2'],
  ['/edit-news-form?id=502', 'фото-8001.jpg'],
  ['/tasks?period=month', 'Заявка № 2: электрика'],
  ['/tasks?view=list&period=month', 'Заявка № 2: электрика'],
  ['/create-task', 'Где и какая помощь нужна?'],
  ['/residents', 'Найдите помещение или резидента'],
  ['/edit-resident-form?id=301', 'Второй объект'],
  ['/readings', '000 133'],
  ['/add-readings', 'Выберите объект и квартиру'],
  ['/cameras', 'Въезд 2'],
  ['/create-camera-form', 'ЖК «Речной»'],
  ['/settings/employees-permissions?id=102', 'Михаил Морозов'],
  ['/settings/edit-employee?id=102', 'УК «Комфорт» (головная)'],
  ['/settings/buildings?id=11', 'Без комплекса'],
  ['/settings/objects-form?id=11', 'Двор 1'],
  ['/settings/meters-readings', '1–28 числа месяца'],
  ['/settings/company-profile', 'Бухгалтерия'],
  ['/profile', 'Мои объекты 6'],
  ['/chats?complaints=true', 'Шум после 23 часов (4)'],
];
/** Texts of a page that broke or shows a wrong value. */
export const WRONG =
  /не открылась|непредвиденная|Нет связи с сервером|Данные не доехали|Не удалось показать|undefined|NaN|Invalid Date|\[object/;
/** A page that makes more calls than this is taken to be in an endless loop. */
export const ENDLESS = 60;

/** Numbers from 0 up to 1, the same ones for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By these a record is told from others, or placed: without them it is none. */
const NEEDED = new Set([
  'id',
  'user',
  'stage',
  'order',
  'unit',
  'object',
  'results',
  'sections',
  'token',
  'count',
  'next',
]);
/** Values that may be an object with an id, or the id alone. */
const BY_ID = new Set(['building', 'company', 'tenant', 'porch', 'floor', 'complex', 'service', 'performer', 'pipe']);
/** Values that may be a number or its text. */
const NUMBERS = new Set([
  'id',
  'user',
  'order',
  'count',
  'number',
  'submit_start_day',
  'submit_end_day',
  'duration',
  'unread_count',
]);

/** How often something is done to a place where it can be. */
const RATE = 0.12;

function varied(value: Json, random: () => number, key = ''): Json {
  const does = () => random() < RATE;
  if (Array.isArray(value)) {
    const list = value.map((entry) => varied(entry, random));
    return key !== '' && key !== 'results' && does()
      ? { count: list.length, next: null, previous: null, results: list }
      : list;
  }
  if (!isObject(value)) return typeof value === 'number' && NUMBERS.has(key) && does() ? String(value) : value;
  if (BY_ID.has(key) && value.id !== undefined && does()) return value.id;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    if (!NEEDED.has(name) && does()) return does() ? [] : [[name, null]];
    return [[name, varied(inner, random, name)]];
  });
  if (does()) entries.push(['later_key', { of: ['a', 'later', 'version'] }]);
  return Object.fromEntries(does() ? entries.reverse() : entries);
}

/** A body in another of its shapes: optional keys missing or null, open shapes swapped, unknown keys, another order. */
export function variation(body: Json, seed: number): Json {
  const random = seeded(seed);
  let changed = varied(body, random);
  if (Array.isArray(changed) && random() < 0.3) {
    changed = { count: changed.length, next: null, previous: null, results: changed };
  }
  if (isObject(changed) && typeof changed.next === 'string' && random() < 0.5) {
    const { pathname, search } = new URL(changed.next, 'http://server');
    changed = { ...changed, next: `${pathname}${search}` };
  }
  return random() < 0.2 ? { data: changed } : changed;
}
