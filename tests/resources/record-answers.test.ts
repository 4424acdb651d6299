import { decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import { decodeBuildings } from '#resources/protocol/buildings/building-answers.ts';
import { decodeCompanyProfile } from '#resources/protocol/buildings/settings-answers.ts';
import { decodeWholeBuilding, decodeWholePorch } from '#resources/protocol/buildings/whole-building-answers.ts';
import { decodeChatProfile } from '#resources/protocol/chat/chat-answers.ts';
import { decodeComplaints, decodeNewComplaint, decodePreviews } from '#resources/protocol/chat/complaint-answers.ts';
import { decodeImportRows } from '#resources/protocol/import/import-answers.ts';
import { decodeListItems } from '#resources/protocol/listed-answers.ts';
import { decodeFrames, decodeStories } from '#resources/protocol/news/booklet-answers.ts';
import { decodeCollectingInvalid } from '#resources/protocol/open-shapes.ts';
import { decodeCompanies } from '#resources/protocol/people/employee-answers.ts';
import { decodePermissions, decodeProfile } from '#resources/protocol/people/profile-answers.ts';
import {
  decodeFlatsPage,
  decodeReadingData,
  decodeSubmissionId,
} from '#resources/protocol/readings/reading-answers.ts';
import {
  decodeSavedKeys,
  decodeSectionRecord,
  decodeSectionRecords,
  loadRecordDecoder,
  type RecordDecoder,
} from '#resources/protocol/record-answers.ts';
import { normalizeReadingTypes, toMeters } from '#resources/rules/readings/meters.ts';

/** How each section's records are read. */
const READERS = new Map(
  await Promise.all(
    ['cameras', 'employees', 'news', 'passes', 'residents', 'settings-buildings'].map(
      async (name) => [name, await loadRecordDecoder(name)] as const,
    ),
  ),
);
const readerFor = (name: string): RecordDecoder => READERS.get(name) as RecordDecoder;

const BUILDING = { id: 11, street: 'ул. Лесная', number: '3' };

describe('records of sections', () => {
  it('API-06: a list, a page and either under `data` are read alike; what has no id is left out and told of', () => {
    const list = [{ id: 1, name: 'Двор' }, { name: 'Без номера' }, null, { id: '2', name: 'Въезд' }];
    for (const body of [list, { results: list, next: null }, { data: list }, { data: { results: list } }]) {
      const { value, unread } = decodeCollectingInvalid(() => decodeSectionRecords(readerFor('cameras'), body));
      expect(value.map(({ id }) => id)).toEqual([1, 2]);
      expect(unread).toEqual([{ name: 'Без номера' }, null]);
    }
    for (const nothing of [null, '', {}, 5, { results: null }])
      expect(decodeSectionRecords(readerFor('news'), nothing)).toEqual([]);
  });

  it('NEWS-19, NEWS-62: an announcement keeps its target, whether ids or objects stand in it', () => {
    const wire = {
      id: 7,
      title: 'Мойка фасада',
      author: { first_name: 'Анна', last_name: 'Белова' },
      date_edit: '2026-11-01',
    };
    const target = { porches: [{ id: 5, number: 1 }, '6'] };
    expect(decodeSectionRecord(readerFor('news'), { ...wire, target })).toMatchObject({
      target: { porches: [5, 6] },
      author: { name: 'Анна Белова', avatar: null },
      date: '2026-11-01',
      description: '',
      image_attachments: [],
    });
    expect(decodeSectionRecord(readerFor('news'), { ...wire, target: { building: { id: 3 } } })).toMatchObject({
      target: { buildings: [3] },
    });
    expect(decodeSectionRecord(readerFor('news'), { ...wire, target: null })).toMatchObject({
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
    expect(decodeSectionRecord(readerFor('cameras'), { id: 1, buildings })).toMatchObject({
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
    expect(decodeSectionRecord(readerFor('employees'), bare)).toMatchObject({
      user: 5,
      last_name: '',
      company: { id: 3, label: '' },
      buildings: [{ id: 11, porches: [] }],
      porches: [{ id: 21 }, { id: 22, number: 2, building: BUILDING }],
      sections: {},
      services: [],
    });
    expect(decodeSectionRecord(readerFor('employees'), { first_name: 'Никто' })).toBeNull();
    expect(decodeCompanies([{ id: 1, name: 'Север' }])).toEqual([{ id: 1, label: 'Север', is_tenant: false }]);
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
      expect(decodeSectionRecord(readerFor('settings-buildings'), wire)).toMatchObject({
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
      expect(decodeSectionRecord(readerFor('residents'), { user: 9, units: [unit] })).toMatchObject({
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
      expect(decodeSavedKeys(readerFor('cameras'), body)).toEqual({ id: 4, buildings: [11] });
    }
    expect(decodeSavedKeys(readerFor('cameras'), null)).toEqual({});
  });

  it('keys that no document names pass, as an own field of an installation', () => {
    expect(decodeSectionRecord(readerFor('news'), { id: 1, note: 'своё' })).toMatchObject({ note: 'своё' });
    expect(decodeSectionRecord(readerFor('passes'), { id: 1, code: 'А-5' })).toEqual({ id: 1, code: 'А-5' });
  });
});

describe('what is no record of a section', () => {
  it('READ-03, READ-10, READ-26: flats with numbers for values and a type beside the sender', () => {
    const flat = {
      unit: { object: { id: 5, label: 7, building: BUILDING } },
      month_result: { type: 'resident', date: '2026-11-02', meters: { gas: 123 } },
    };
    const { results, count, more } = decodeFlatsPage({ results: [flat, { unit: null }], next: '/?page=2' });
    expect([count, more]).toEqual([1, true]);
    expect(results).toMatchObject([
      {
        unit: { id: 5, label: '7', building: BUILDING },
        month_result: { sender: { type: 'resident' }, meters: { gas: '000123' } },
        passes: [],
      },
    ]);
    expect(decodeSubmissionId({ data: { params: { id: 8 } } })).toBe(8);
    expect(decodeSubmissionId(null)).toBe(0);
  });

  it('READ-16, READ-18, G-71: days that are null, types of both vocabularies', () => {
    expect(decodeReadingData({ data: { reading_types: null, submit_start_day: null } })).toEqual({
      reading_types: [],
      submit_start_day: null,
      submit_end_day: null,
      open_buildings: null,
      today: '',
    });
    expect(toMeters(['elec_day', 'elec_night', 'water_common'])).toEqual([
      'water_cold',
      'water_hot',
      'elec_day',
      'elec_night',
    ]);
    expect(normalizeReadingTypes(['elec_day', 'water_cold'])).toEqual(['water_cold', 'elec_common']);
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
    const building = decodeWholeBuilding({ data: { ...BUILDING, porches, floors, units } });
    expect(building?.floors.map(({ porch }) => porch)).toEqual([{ id: 21, number: 1 }, { id: 22, number: 2 }, null]);
    expect(building?.units.map(({ object }) => [object.id, object.porch?.number])).toEqual([
      [31, 1],
      [32, undefined],
    ]);
    expect(
      decodeWholePorch({ id: 21, number: 1, floors: [{ id: 1, number: 3, porch: 21 }] })?.floors[0]?.porch,
    ).toEqual(porches[0]);
    expect(decodeBuildings({ results: [{ building: BUILDING }] })).toMatchObject([
      { ...BUILDING, is_all_porches: true },
    ]);
    expect([decodeWholeBuilding(null), decodeWholePorch({})]).toEqual([null, null]);
  });

  it('STORY-01, STORY-03: covers and frames by address or `{file}`, or none', () => {
    expect(decodeStories([{ id: 1, cover: { medium: { file: '/m' } } }, { id: 2, cover: '/c' }, { id: 3 }])).toEqual([
      { id: 1, title: '', cover: { medium: '/m', large: '/m' } },
      { id: 2, title: '', cover: { medium: '/c', large: '/c' } },
      { id: 3, title: '', cover: null },
    ]);
    expect(
      decodeFrames({ frames: [{ duration: '5000', background_content: { type: 'video', large: '/v.mp4' } }, {}] }),
    ).toMatchObject([
      { duration: 5000, kind: 'video', file: '/v.mp4' },
      { duration: null, kind: 'image', file: null },
    ]);
    expect(decodeFrames(null)).toEqual([]);
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
      expect(decodePreviews({ type: 'preview_complaints', ...frame })).toMatchObject([
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
    const { value, unread } = decodeCollectingInvalid(() => decodeComplaints(listed));
    expect(value).toMatchObject({ type: 'suggestion', items: [{ id: 3, type: 'suggestion' }], count: 2 });
    expect(unread).toHaveLength(1);
    expect(decodeNewComplaint({ data: { complaint: { ...last_complaint, type: 'complaint' } } })).toMatchObject({
      id: 3,
    });
    expect(decodeNewComplaint({ complaint: null })).toBeNull();
  });

  it('API-11, API-12, AUTH-16: who one is and what one may, without what the documents do not list', () => {
    expect(decodePermissions({ data: { sections: { news: 'write', tasks: 'owner' } } })).toEqual({
      sections: { news: 'write' },
      features: null,
    });
    expect(decodePermissions({ sections: {}, features: { tasks: true, other: true } }).features).toEqual({
      tasks: true,
    });
    expect(
      decodeProfile({ user: { id: 4 }, first_name: 'Анна', subsidiary: 'Север', buildings: [BUILDING, null] }),
    ).toMatchObject({
      user: 4,
      subsidiary: { label: 'Север' },
      role: null,
    });
    expect(decodeProfile({ user: 4, date: 'вчера' })).toMatchObject({ date: '' });
    expect(decodeProfile({})).toBeNull();
    expect(decodeSignIn({ data: { token: 't' } })).toEqual({ role: null, token: 't' });
  });

  it('CHAT-20, CHAT-21: nobody is called deleted by an answer that does not say so', () => {
    expect(decodeChatProfile({ status: 'no-chat-access', position: null })).toMatchObject({
      status: 'no_chat_access',
      position: '',
    });
    expect([
      decodeChatProfile(null),
      decodeChatProfile({ position: 'Мастер' }),
      decodeChatProfile({ status: 7 }),
    ]).toEqual([null, null, null]);
  });

  it('SET-44, IMPORT-07, TASK-45: the company, checked rows, lists to choose from', () => {
    expect(decodeCompanyProfile({ name_full: 'ООО «Север»', phones: ['+79990000001'], license_on: 'вчера' })).toEqual({
      id: 0,
      name_full: 'ООО «Север»',
      name_short: 'ООО «Север»',
      avatar: null,
      phones: [{ group: '', number: '+79990000001' }],
      license_on: null,
    });
    expect(decodeImportRows({ data: [{ label: 12, errors: ['EMPTY_FIELD_UNIT', 'NEW_CODE'] }] })).toMatchObject([
      { id: null, label: '12', errors: ['EMPTY_FIELD_UNIT'], row: 2 },
    ]);
    expect(
      decodeListItems({ results: [{ user: { id: 5 }, first_name: 'Олег' }, { name: 'нет' }] }, 'user'),
    ).toMatchObject([{ id: 5 }]);
  });
});
