import { signedInOf } from '#resources/protocol/access/access-answers.ts';
import { buildingsOf } from '#resources/protocol/buildings/building-answers.ts';
import { companyProfileOf } from '#resources/protocol/buildings/settings-answers.ts';
import { wholeBuildingOf, wholePorchOf } from '#resources/protocol/buildings/whole-building-answers.ts';
import { chatProfileOf } from '#resources/protocol/chat/chat-answers.ts';
import { complaintsOf, newComplaintOf, previewsOf } from '#resources/protocol/chat/complaint-answers.ts';
import { importRowsOf } from '#resources/protocol/import/import-answers.ts';
import { listedOf } from '#resources/protocol/listed-answers.ts';
import { framesOf, storiesOf } from '#resources/protocol/news/booklet-answers.ts';
import { reading } from '#resources/protocol/open-shapes.ts';
import { companiesOf } from '#resources/protocol/people/employee-answers.ts';
import { permissionsOf, profileOf } from '#resources/protocol/people/profile-answers.ts';
import { flatsPageOf, givenIdOf, readingDataOf } from '#resources/protocol/readings/reading-answers.ts';
import {
  type ReadRecord,
  readerOf,
  savedKeysOf,
  sectionRecordOf,
  sectionRecordsOf,
} from '#resources/protocol/record-answers.ts';
import { metersOf, readingTypesIn } from '#resources/rules/readings/meters.ts';

/** How each section's records are read. */
const READERS = new Map(
  await Promise.all(
    ['cameras', 'employees', 'news', 'passes', 'residents', 'settings-buildings'].map(
      async (name) => [name, await readerOf(name)] as const,
    ),
  ),
);
const readerFor = (name: string): ReadRecord => READERS.get(name) as ReadRecord;

const BUILDING = { id: 11, street: 'ул. Лесная', number: '3' };

describe('records of sections', () => {
  it('API-06: a list, a page and either under `data` are read alike; what has no id is left out and told of', () => {
    const list = [{ id: 1, name: 'Двор' }, { name: 'Без номера' }, null, { id: '2', name: 'Въезд' }];
    for (const body of [list, { results: list, next: null }, { data: list }, { data: { results: list } }]) {
      const { value, unread } = reading(() => sectionRecordsOf(readerFor('cameras'), body));
      expect(value.map(({ id }) => id)).toEqual([1, 2]);
      expect(unread).toEqual([{ name: 'Без номера' }, null]);
    }
    for (const nothing of [null, '', {}, 5, { results: null }])
      expect(sectionRecordsOf(readerFor('news'), nothing)).toEqual([]);
  });

  it('NEWS-19, NEWS-62: an announcement keeps its target, whether ids or objects stand in it', () => {
    const wire = {
      id: 7,
      title: 'Мойка фасада',
      author: { first_name: 'Анна', last_name: 'Белова' },
      date_edit: '2026-11-01',
    };
    const target = { porches: [{ id: 5, number: 1 }, '6'] };
    expect(sectionRecordOf(readerFor('news'), { ...wire, target })).toMatchObject({
      target: { porches: [5, 6] },
      author: { name: 'Анна Белова', avatar: null },
      date: '2026-11-01',
      description: '',
      image_attachments: [],
    });
    expect(sectionRecordOf(readerFor('news'), { ...wire, target: { building: { id: 3 } } })).toMatchObject({
      target: { buildings: [3] },
    });
    expect(sectionRecordOf(readerFor('news'), { ...wire, target: null })).toMatchObject({
      target: null,
      recipients: null,
    });
  });

  it('CAM-07, CAM-09: buildings of a camera are ids or objects, nested or flat', () => {
    const buildings = [
      1,
      { id: 2, street: 'ул. Садовая', number: '7', is_all_porches: false },
      { building: { id: 3 } },
    ];
    expect(sectionRecordOf(readerFor('cameras'), { id: 1, buildings })).toMatchObject({
      buildings: [
        1,
        { id: 2, street: 'ул. Садовая', number: '7', is_all_porches: false },
        { id: 3, street: '', number: '' },
      ],
    });
  });

  it('EMP-02, EMP-03: an employee is read with ids for a company, buildings, entrances and services', () => {
    const bare = {
      user: '5',
      first_name: 'Анна',
      company: 3,
      buildings: [11],
      porches: [21, { id: 22, number: 2, building: BUILDING }],
    };
    expect(sectionRecordOf(readerFor('employees'), bare)).toMatchObject({
      user: 5,
      last_name: '',
      company: { id: 3, label: '' },
      buildings: [{ id: 11, porches: [] }],
      porches: [{ id: 21 }, { id: 22, number: 2, building: BUILDING }],
      sections: {},
      services: [],
    });
    expect(sectionRecordOf(readerFor('employees'), { first_name: 'Никто' })).toBeNull();
    expect(companiesOf([{ id: 1, name: 'Север' }])).toEqual([{ id: 1, label: 'Север', is_tenant: false }]);
  });

  it('SET-05, SET-15, G-70: a building of the settings is flat or nested, its types in either vocabulary', () => {
    const days = {
      submit_start_day: '15',
      submit_end_day: 25,
      reading_types: ['elec_day', 'elec_night', 'gas', 'unknown'],
    };
    for (const wire of [
      { ...BUILDING, complex: { name: 'Роща' }, ...days },
      { id: 11, building: { ...BUILDING, complex: 'Роща' }, ...days },
    ]) {
      expect(sectionRecordOf(readerFor('settings-buildings'), wire)).toMatchObject({
        ...BUILDING,
        complex: { name: 'Роща' },
        submit_start_day: 15,
        reading_types: ['gas', 'elec_day_and_night'],
        tenant: null,
      });
    }
  });

  it('RES-11, G-70: units of a resident are read without a kind, flat or under `object`', () => {
    const object = { id: 31, label: '12', building: BUILDING, porch: { number: 2 }, floor: 4, pipe: null };
    for (const unit of [{ object }, { unit_type: 'flat', unit: object }, object]) {
      expect(sectionRecordOf(readerFor('residents'), { user: 9, units: [unit] })).toMatchObject({
        user: 9,
        units: [
          {
            unit_type: 'flat',
            object: { id: 31, building: BUILDING, porch: { number: 2 }, floor: { number: 4 }, pipe: null },
          },
        ],
      });
    }
  });

  it('API-07: what saving answered counts by the keys that it has, bare or under `params` and `data`', () => {
    const params = { id: 4, buildings: ['11'] };
    for (const body of [params, { params }, { data: { params } }]) {
      expect(savedKeysOf(readerFor('cameras'), body)).toEqual({ id: 4, buildings: [11] });
    }
    expect(savedKeysOf(readerFor('cameras'), null)).toEqual({});
  });

  it('keys that no document names pass, as an own field of an installation', () => {
    expect(sectionRecordOf(readerFor('news'), { id: 1, note: 'своё' })).toMatchObject({ note: 'своё' });
    expect(sectionRecordOf(readerFor('passes'), { id: 1, code: 'А-5' })).toEqual({ id: 1, code: 'А-5' });
  });
});

describe('what is no record of a section', () => {
  it('READ-03, READ-10, READ-26: flats with numbers for values and a type beside the sender', () => {
    const flat = {
      unit: { object: { id: 5, label: 7, building: BUILDING } },
      month_result: { type: 'resident', date: '2026-11-02', meters: { gas: 123 } },
    };
    const { results, count, more } = flatsPageOf({ results: [flat, { unit: null }], next: '/?page=2' });
    expect([count, more]).toEqual([1, true]);
    expect(results).toMatchObject([
      {
        unit: { id: 5, label: '7', building: BUILDING },
        month_result: { sender: { type: 'resident' }, meters: { gas: '000123' } },
        passes: [],
      },
    ]);
    expect(givenIdOf({ data: { params: { id: 8 } } })).toBe(8);
    expect(givenIdOf(null)).toBe(0);
  });

  it('READ-16, READ-18, G-71: days that are null, types of both vocabularies', () => {
    expect(readingDataOf({ data: { reading_types: null, submit_start_day: null } })).toEqual({
      reading_types: [],
      submit_start_day: null,
      submit_end_day: null,
      open_buildings: null,
      today: '',
    });
    expect(metersOf(['elec_day', 'elec_night', 'water_common'])).toEqual([
      'water_cold',
      'water_hot',
      'elec_day',
      'elec_night',
    ]);
    expect(readingTypesIn(['elec_day', 'water_cold'])).toEqual(['water_cold', 'elec_common']);
  });

  it('NEWS-38, TASK-50: floors name their entrance by an id or an object, units by `object` or flat', () => {
    const porches = [{ id: 21, number: 1 }];
    const floors = [
      { id: 1, number: 3, porch: 21 },
      { id: 2, number: '4', porch: { id: 22, number: 2 } },
      { id: 3, number: 5 },
    ];
    const units = [
      { unit_type: 'flat', object: { id: 31, label: '12', porch: 21 } },
      { id: 32, label: '13' },
      { label: 'нет' },
    ];
    const building = wholeBuildingOf({ data: { ...BUILDING, porches, floors, units } });
    expect(building?.floors.map(({ porch }) => porch)).toEqual([{ id: 21, number: 1 }, { id: 22, number: 2 }, null]);
    expect(building?.units.map(({ object }) => [object.id, object.porch?.number])).toEqual([
      [31, 1],
      [32, undefined],
    ]);
    expect(wholePorchOf({ id: 21, number: 1, floors: [{ id: 1, number: 3, porch: 21 }] })?.floors[0]?.porch).toEqual(
      porches[0],
    );
    expect(buildingsOf({ results: [{ building: BUILDING }] })).toMatchObject([{ ...BUILDING, is_all_porches: true }]);
    expect([wholeBuildingOf(null), wholePorchOf({})]).toEqual([null, null]);
  });

  it('STORY-01, STORY-03: covers and frames by address or `{file}`, or none', () => {
    expect(storiesOf([{ id: 1, cover: { medium: { file: '/m' } } }, { id: 2, cover: '/c' }, { id: 3 }])).toEqual([
      { id: 1, title: '', cover: { medium: '/m', large: '/m' } },
      { id: 2, title: '', cover: { medium: '/c', large: '/c' } },
      { id: 3, title: '', cover: null },
    ]);
    expect(
      framesOf({ frames: [{ duration: '5000', background_content: { type: 'video', large: '/v.mp4' } }, {}] }),
    ).toMatchObject([
      { duration: 5000, kind: 'video', file: '/v.mp4' },
      { duration: null, kind: 'image', file: null },
    ]);
    expect(framesOf(null)).toEqual([]);
  });

  it('COMPL-10, COMPL-11, COMPL-12: previews keyed, under `data`, under `results` or as a list', () => {
    const last_complaint = { id: 3, description: 'Шум', creation_date: '2026-11-01', creator: { first_name: 'Ольга' } };
    const one = { last_complaint, unread_count: '2' };
    for (const frame of [
      { complaint: one },
      { data: { complaint: one } },
      { results: { complaint: one } },
      { results: [{ type: 'complaint', ...one }] },
      { data: [{ type: 'complaint', ...one }] },
      { data: { results: [{ type: 'complaint', ...one }] } },
    ]) {
      expect(previewsOf({ type: 'preview_complaints', ...frame })).toMatchObject([
        {
          type: 'complaint',
          unread: 2,
          last: { id: 3, type: 'complaint', creator: { first_name: 'Ольга', last_name: '' } },
        },
      ]);
    }
    const listed = {
      type: 'get_complaints',
      complaint_type: 'suggestion',
      results: [last_complaint, { description: 'без номера' }],
    };
    const { value, unread } = reading(() => complaintsOf(listed));
    expect(value).toMatchObject({ type: 'suggestion', items: [{ id: 3, type: 'suggestion' }], count: 2 });
    expect(unread).toHaveLength(1);
    expect(newComplaintOf({ data: { complaint: { ...last_complaint, type: 'complaint' } } })).toMatchObject({ id: 3 });
    expect(newComplaintOf({ complaint: null })).toBeNull();
  });

  it('API-11, API-12, AUTH-16: who one is and what one may, without what the documents do not list', () => {
    expect(permissionsOf({ data: { sections: { news: 'write', tasks: 'owner' } } })).toEqual({
      sections: { news: 'write' },
      features: null,
    });
    expect(permissionsOf({ sections: {}, features: { tasks: true, other: true } }).features).toEqual({ tasks: true });
    expect(
      profileOf({ user: { id: 4 }, first_name: 'Анна', subsidiary: 'Север', buildings: [BUILDING, null] }),
    ).toMatchObject({
      user: 4,
      subsidiary: { label: 'Север' },
      role: null,
    });
    expect(profileOf({ user: 4, date: 'вчера' })).toMatchObject({ date: '' });
    expect(profileOf({})).toBeNull();
    expect(signedInOf({ data: { token: 't' } })).toEqual({ role: null, token: 't' });
  });

  it('CHAT-20, CHAT-21: nobody is called deleted by an answer that does not say so', () => {
    expect(chatProfileOf({ status: 'no-chat-access', position: null })).toMatchObject({
      status: 'no_chat_access',
      position: '',
    });
    expect([chatProfileOf(null), chatProfileOf({ position: 'Мастер' }), chatProfileOf({ status: 7 })]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('SET-44, IMPORT-07, TASK-45: the company, checked rows, lists to choose from', () => {
    expect(companyProfileOf({ name_full: 'ООО «Север»', phones: ['+79990000001'], license_on: 'вчера' })).toEqual({
      id: 0,
      name_full: 'ООО «Север»',
      name_short: 'ООО «Север»',
      avatar: null,
      phones: [{ group: '', number: '+79990000001' }],
      license_on: null,
    });
    expect(importRowsOf({ data: [{ label: 12, errors: ['EMPTY_FIELD_UNIT', 'NEW_CODE'] }] })).toMatchObject([
      { id: null, label: '12', errors: ['EMPTY_FIELD_UNIT'], row: 2 },
    ]);
    expect(listedOf({ results: [{ user: { id: 5 }, first_name: 'Олег' }, { name: 'нет' }] }, 'user')).toMatchObject([
      { id: 5 },
    ]);
  });
});
