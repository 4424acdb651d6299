import { addDays } from '#resources/days.ts';
import type { Job } from './job-sections.ts';

/** Targets of the references of the jobs' records. */
export interface JobPlaces {
  building: number;
  /** Three flats of the building. */
  flats: readonly number[];
  /** The employee that records name. */
  employee: number;
  resident: number;
  /** A place of the section `parking-places`. */
  parking: number;
  /** The day of the company, `YYYY-MM-DD`. */
  today: string;
}

/** Uploads a picture. @returns its id */
type Upload = () => Promise<number>;

/** Test values of one move: what it is given, when it waits, what it refuses. */
interface MoveCase {
  /** Values given to it. */
  values?: (places: JobPlaces, picture: Upload) => object | Promise<object>;
  /** Values of a record while the condition of the move is true of it, and while it is not. */
  ready?: (places: JobPlaces) => object;
  waiting?: (places: JobPlaces) => object;
  /** Values that the move refuses, the field that is marked and what is said of it. */
  mistake?: readonly [object, string, string];
}

/** A value, or several, that the section refuses: the change of a sound record, the field, and the sentence. */
type Mistake = readonly [change: (places: JobPlaces) => object, wire: string, sentence: string];

/** How a section is worked in. */
interface JobCase {
  /** A sound record; another one for each `n` from 1 to 3. Of the first every condition is true. */
  record(places: JobPlaces, n: number): Record<string, unknown>;
  /** A change of the first. */
  change: object;
  mistakes: readonly Mistake[];
  moves?: Readonly<Record<string, MoveCase>>;
}

const flatOf = ({ flats }: JobPlaces, n: number) => flats[n - 1] ?? 0;
const CAR = 'номер машины – от 4 до 12 букв и цифр';
const marks = (value: number) => ({
  lifts: value,
  cleaning: value,
  yard: value,
  heating: value,
  water: value,
  dispatcher: value,
  safety: value,
});

/** The work of each section. */
export const JOB_CASES: Readonly<Record<Job, JobCase>> = {
  'parking-places': {
    record: (places, n) => ({
      number: `001${n}`,
      house: places.building,
      flat: flatOf(places, n),
      car: `А00${n}АА`,
      since: `2026-02-0${n}`,
      resident: places.resident,
      charger: n === 1,
    }),
    change: { charger: false, car: 'В777ВВ' },
    mistakes: [[() => ({ car: null }), 'car', 'обязательное поле']],
  },
  'lost-property': {
    record: (places, n) => ({
      thing: ['Связка ключей', 'Зонт', 'Паспорт'][n - 1],
      sort: ['keys', 'other', 'papers'][n - 1],
      house: places.building,
      place: `Подъезд ${n}`,
      picked: addDays(places.today, -n),
      keeper: places.employee,
    }),
    change: { place: 'У лифта', thing: 'Связка из трёх ключей' },
    mistakes: [
      [() => ({ thing: 'Я' }), 'thing', 'слишком мало'],
      [() => ({ picked: '2999-01-01' }), 'picked', 'слишком поздняя дата'],
    ],
    moves: {
      give: { values: () => ({ owner: 'Иванова А. П.', phone: '+79161234567' }) },
      dispose: {
        ready: () => ({ picked: '2020-01-01', until: '2020-06-29' }),
        waiting: ({ today }) => ({ picked: today, until: addDays(today, 180) }),
      },
    },
  },
  'key-journal': {
    record: (places, n) => ({
      key: `Подвал ${n}`,
      house: places.building,
      holder: places.employee,
      given: addDays(places.today, -n),
      due: addDays(places.today, n),
    }),
    change: { key: 'Чердак' },
    mistakes: [[() => ({ due: '2020-01-01' }), 'due', 'Вернуть нужно не раньше, чем выдали']],
    moves: {
      return: {
        values: async ({ today, employee }, picture) => ({
          returned: today,
          accepted: employee,
          signedBack: [await picture()],
        }),
      },
      lose: { values: () => ({ reason: 'Выпал в шахту лифта' }) },
    },
  },
  'lift-inspections': {
    record: (places, n) => ({
      lift: `Лифт ${n}`,
      house: places.building,
      due: `2036-05-0${n}`,
      inspector: places.employee,
    }),
    change: { due: '2036-06-01' },
    mistakes: [],
    moves: {
      start: {},
      pass: { values: () => ({ checked: '2026-03-05', act: 'А-7' }) },
      report: { values: () => ({ checked: '2026-03-05', remarks: 'Скрипит' }) },
      repeat: { values: () => ({ due: '2036-06-01' }) },
      cancel: {},
    },
  },
  'debt-letters': {
    record: (places, n) => ({
      house: places.building,
      flat: flatOf(places, n),
      debt: n * 10_000_50,
      months: n + 1,
      paid: n === 2 ? 500_00 : null,
    }),
    change: { debt: 12_345_67, months: 4 },
    mistakes: [[() => ({ paid: 90_000_00 }), 'paid', 'Заплатили больше, чем были должны']],
    moves: {
      send: { values: () => ({ sent: '2026-03-05', way: 'post' }) },
      settle: { values: () => ({ paid: 10_000_50 }), mistake: [{ paid: 10_000_00 }, 'paid', 'Долг погашен не весь'] },
      sue: {
        ready: () => ({ sent: '2020-01-01', due: '2020-01-31' }),
        waiting: ({ today }) => ({ sent: today, due: addDays(today, 30) }),
      },
    },
  },
  'parking-permits': {
    record: (places, n) => ({
      car: `К00${n}КК77`,
      owner: `Петров ${n}`,
      phone: `+7916000000${n}`,
      house: places.building,
      flat: flatOf(places, n),
      place: n === 3 ? null : places.parking,
      from: places.today,
      until: addDays(places.today, 30 * n),
      isPaid: n !== 2,
      price: n === 2 ? null : n * 1_000_00,
    }),
    change: { owner: 'Петров-Водкин', price: 1_500_00 },
    mistakes: [
      [() => ({ car: 'А-1' }), 'car', CAR],
      [() => ({ until: '2020-01-01' }), 'until', 'Пропуск не может кончиться раньше, чем начался'],
      [() => ({ until: '2999-01-01' }), 'until', 'Пропуск выдают не больше чем на год'],
      [() => ({ price: null }), 'price', 'обязательное поле'],
    ],
    moves: {
      issue: { waiting: () => ({ from: '2020-01-01', until: '2020-02-01' }) },
      revoke: { values: () => ({ reason: 'Ставит машину на газон' }) },
    },
  },
  'snow-routes': {
    record: (places, n) => ({
      title: `Двор ${n}`,
      houses: [places.building],
      day: `2036-01-1${n}`,
      from: `0${n + 4}:00`,
      until: '11:30',
      machine: ['tractor', 'truck', 'hand'][n - 1],
      senior: places.employee,
      crew: [places.employee],
      order: ['Крыльцо', `Стоянка ${n}`],
    }),
    change: { until: '12:00', order: ['Стоянка', 'Крыльцо'] },
    mistakes: [[() => ({ from: '11:30' }), 'until', 'Уборка начинается и кончается в одно время']],
    moves: { start: {}, finish: { values: () => ({ lasts: 95, salt: 40 }) }, cancel: {} },
  },
  'meter-verifications': {
    record: (places, n) => ({
      serial: `СВ-15-00${n}`,
      meter: ['cold', 'hot', 'heat'][n - 1],
      house: places.building,
      flat: flatOf(places, n),
      verified: `2026-01-0${n}`,
      next: `2032-01-0${n}`,
      firm: 'ООО «Метролог»',
      inn: '7707083893',
      record: `https://fgis.example.ru/${n}`,
    }),
    change: { next: '2031-12-31', meter: 'hot' },
    mistakes: [
      [() => ({ serial: '№ 7' }), 'serial', 'номер – от 4 до 20 цифр и букв'],
      [() => ({ next: '2025-01-01' }), 'next', 'Следующая поверка бывает позже прошлой'],
      [() => ({ next: '2052-01-01' }), 'next', 'Поверка действует не больше 16 лет'],
      [() => ({ inn: null }), 'inn', 'обязательное поле'],
    ],
  },
  pets: {
    record: (places, n) => ({
      name: ['Рекс', 'Мурка', 'Бублик'][n - 1],
      species: ['dog', 'cat', 'dog'][n - 1],
      breed: n === 2 ? null : 'Дворняга',
      house: places.building,
      flat: flatOf(places, n),
      owner: places.resident,
      phone: '+79161234567',
      chip: `64309000000000${n}`,
      vaccinated: `2026-01-0${n}`,
      isDangerous: n === 2 ? null : n === 1,
      muzzle: n === 1 ? 'В наморднике и на коротком поводке' : null,
    }),
    change: { breed: 'Овчарка' },
    mistakes: [
      [() => ({ vaccinated: null }), 'vaccinated', 'У собаки укажите, когда её привили'],
      [() => ({ muzzle: null }), 'muzzle', 'обязательное поле'],
    ],
  },
  vacancies: {
    record: (places, n) => ({
      title: ['Сантехник', 'Электрик', 'Дворник'][n - 1],
      employment: ['full', 'part', 'shift'][n - 1],
      from: 50_000_00,
      to: 60_000_00 + n * 100,
      limit: 70_000_00,
      manager: places.employee,
      duty: 'Обход домов\nРемонт по заявкам',
      page: 'https://example.ru/work',
      mail: 'work@example.ru',
      published: `2026-02-0${n}`,
      candidates: [
        { name: 'Сидоров', phone: '+79160000001', meeting: '2026-03-05', result: 'fit' },
        { name: 'Котов', phone: null, meeting: null, result: null },
      ].slice(0, n === 3 ? 1 : 2),
    }),
    change: { to: 65_000_00, candidates: [{ name: 'Сидоров', phone: '+79160000001', meeting: null, result: 'no' }] },
    mistakes: [
      [() => ({ to: 40_000_00 }), 'to', 'Верхняя граница ниже нижней'],
      [() => ({ limit: 10_000_00 }), 'limit', 'Договариваются не ниже того, что в объявлении'],
      [() => ({ candidates: [{ name: '' }] }), 'candidates.0.name', 'обязательное поле'],
    ],
    moves: {
      meet: { waiting: () => ({ candidates: [], applied: 0 }) },
      hire: { values: () => ({ hired: 'Сидоров' }) },
      reopen: {},
      close: {},
    },
  },
  'equipment-passports': {
    record: (places, n) => ({
      title: ['Насос циркуляционный', 'Щит этажный', 'Котёл'][n - 1],
      sort: ['pump', 'panel', 'boiler'][n - 1],
      serial: `ЗН-${n}`,
      house: places.building,
      made: '2020-01-15',
      installed: `2021-02-0${n}`,
      days: 365,
      service: '7707083893',
      properties: [{ name: 'Мощность', value: '1,5', unit: 'кВт' }],
      repairs: [
        { day: '2022-05-01', work: 'Замена подшипника', cost: n * 1_000_00 },
        { day: '2023-05-01', work: 'Чистка', cost: null },
      ],
    }),
    change: { days: 730, repairs: [{ day: '2022-05-01', work: 'Замена подшипника', cost: 3_000_00 }] },
    mistakes: [
      [() => ({ made: '2022-01-01' }), 'installed', 'Установлено раньше, чем изготовлено'],
      [() => ({ repairs: [{ work: 'Чистка' }] }), 'repairs.0.day', 'обязательное поле'],
    ],
    moves: { break: {}, mend: {}, 'write-off': { values: () => ({ reason: 'Ремонт дороже нового' }) } },
  },
  'contractor-acts': {
    record: (places, n) => ({
      number: `А-${n}`,
      contractor: ['ООО «Лифт»', 'ИП Ёжиков', 'ООО «Крыша»'][n - 1],
      houses: [places.building],
      works: [
        { work: 'Замена троса', count: 1.5, unit: 'шт.', price: n * 10_000_00 },
        { work: 'Смазка', count: 2, unit: 'ч', price: 100_50 },
      ],
      accepted: places.employee,
      signed: `2026-01-1${n}`,
      paid: n === 1,
    }),
    change: { paid: false },
    mistakes: [
      [() => ({ works: [{ work: 'Замена', count: 1, price: 0 }] }), 'works', 'Акт без стоимости работ'],
      [() => ({ works: [] }), 'works', 'обязательное поле'],
    ],
  },
  'guest-passes': {
    record: (places, n) => ({
      guest: `Пётр Гостев ${n}`,
      phone: '+79161234567',
      house: places.building,
      flat: flatOf(places, n),
      from: `2026-05-0${n}`,
      until: `2026-05-1${n}`,
      car: `А00${n}АА`,
      status: ['new', 'used', 'cancelled'][n - 1],
    }),
    change: { status: 'used' },
    mistakes: [
      [() => ({ until: '2026-04-01' }), 'until', 'Пропуск не может кончиться раньше, чем начался'],
      [() => ({ until: '2026-12-01' }), 'until', 'Пропуск выдают не больше чем на 90 дней'],
    ],
  },
  'resident-survey': {
    record: (places, n) => ({
      house: places.building,
      flat: flatOf(places, n),
      rooms: 3,
      area: 61.25,
      people: n + 2,
      children: 1,
      tenure: ['owner', 'tenant', 'family'][n - 1],
      since: `2019-09-0${n}`,
      name: ['Анна', 'Борис', 'Вера'][n - 1],
      phone: `+7916000000${n}`,
      mail: `flat-${n}@example.ru`,
      way: 'chat',
      from: '18:00',
      until: '20:30',
      messenger: 'https://example.ru/anna',
      news: n === 1,
      car: n === 1,
      plate: n === 1 ? 'К001КК77' : null,
      parking: n === 1 ? 'yard' : null,
      charger: n === 1 || null,
      bicycles: n,
      pets: n === 1,
      animals: n === 1 ? ['Кот', 'Черепаха'] : null,
      walk: n === 1 ? 'В сквере' : null,
      ...marks(n + 1),
      best: 'Тихий двор',
      worst: 'Лифт\nи домофон',
      budget: n * 100_00,
      repair: ['roof', 'entrance', 'yard'][n - 1],
      meeting: '092026',
      hours: ['18:00', 'Суббота, 12:00'],
      waited: 90 * n,
      agreed: true,
    }),
    change: { people: 5, budget: 250_00 },
    mistakes: [
      [() => ({ children: 9 }), 'children', 'Вместе с детьми живёт хотя бы один взрослый'],
      [() => ({ until: '17:00' }), 'until', 'Звонить до раньше, чем с'],
      [() => ({ until: null }), 'until', 'обязательное поле'],
      [() => ({ plate: 'Й1' }), 'plate', CAR],
      [() => ({ plate: null }), 'plate', 'обязательное поле'],
      [() => ({ animals: [] }), 'animals', 'обязательное поле'],
      [() => ({ ...marks(1), worst: null }), 'worst', 'обязательное поле'],
      [() => ({ agreed: false }), 'agreed', 'обязательное поле'],
    ],
  },
};
