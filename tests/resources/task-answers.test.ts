import {
  decodePerformers,
  decodeTaskChanges,
  decodeTaskDetails,
  decodeTaskSaved,
  decodeTasks,
} from '#resources/protocol/requests/task-answers.ts';

const KIM = { user: 8, first_name: 'Ким', last_name: 'Ли', position: 'Сантехник', avatar: null };
const WIRE = {
  id: 12,
  stage: 'in_progress',
  resolution: null,
  resolution_description: null,
  order: 3.5,
  performer: KIM,
  service: { id: 2, name: 'Сантехника', icon: 'plumbing' },
  information: { description: 'Течёт кран' },
  creator: { ...KIM, user: 9 },
  creation_date: '2026-11-20T10:00:00Z',
  target_type: 'floors',
  target: {
    building: 3,
    street: 'ул. Лесная',
    number: '12',
    porches: [{ id: 31, number: 1 }],
    floors: [{ id: 41, number: 5, porch: 31 }],
  },
  task_name: 'Заявка № 12',
};
const nested = { id: 3, street: 'ул. Лесная', number: '12' };
const places = { porches: WIRE.target.porches, floors: WIRE.target.floors };

describe('requests', () => {
  test.each([
    ['the building as an id', [WIRE]],
    ['the building nested', [{ ...WIRE, target: { building: nested, ...places } }]],
    ['the building as the target itself', [{ ...WIRE, target: { ...nested, ...places } }]],
    [
      'the entrance of a floor as an object',
      [{ ...WIRE, target: { ...WIRE.target, floors: [{ id: 41, number: 5, porch: { id: 31 } }] } }],
    ],
    ['numbers as texts', [{ ...WIRE, id: '12', order: '3.500000' }]],
    ['a page', { count: 1, next: null, results: [WIRE] }],
    ['under `data`', { data: [WIRE] }],
    ['somebody nested under `user`', [{ ...WIRE, performer: { user: KIM } }]],
  ])('TASK-11: %s is read', (_shape, answer) => {
    expect(decodeTasks(answer)).toEqual([WIRE]);
  });

  test('TASK-11: one that lacks what can be done without is shown, one that cannot be told apart is left out', () => {
    const bare = { id: 12, stage: 'created' };
    const [read] = decodeTasks([bare, { id: 13 }, { stage: 'done' }, null, 5]);
    expect(decodeTasks([bare, { id: 13 }, { stage: 'done' }, null, 5])).toHaveLength(1);
    expect(read).toMatchObject({
      id: 12,
      service: { id: 0, name: '' },
      performer: null,
      target: { building: 0, street: '', number: '', porches: [], floors: [] },
      information: { description: '' },
      task_name: '№ 12',
    });
    expect([read && 'deadline' in read, read && 'version' in read]).toEqual([false, false]);
    for (const nothing of [null, '', {}, { results: null }]) expect(decodeTasks(nothing)).toEqual([]);
  });

  test('TASK-19, TASK-20: details are read without files, and entries of unknown kinds are left out', () => {
    const entry = { id: 1, date: '2026-11-20T10:00:00Z', type: 'dialog', action: { user: KIM, message: 'Иду' } };
    const read = decodeTaskDetails({ ...WIRE, history: [entry, { id: 2, type: 'other' }, { id: 3, type: 'dialog' }] });
    expect(read?.history.map(({ id, action }) => [id, action.user.user, action.message])).toEqual([
      [1, 8, 'Иду'],
      [3, 0, null],
    ]);
    expect(read).toMatchObject({ ...WIRE, image_attachments: [], file_attachments: [] });
    expect(decodeTaskDetails({ detail: 'x' })).toBeNull();
  });

  test('TASK-38: what a change answered is read under `params` and bare; anything else is not taken for it', () => {
    const saved = { params: WIRE, orders: [], conflict: false };
    expect([
      decodeTaskSaved({ params: WIRE }),
      decodeTaskSaved(WIRE),
      decodeTaskSaved({ data: { params: WIRE } }),
    ]).toEqual([saved, saved, saved]);
    expect([decodeTaskSaved(null), decodeTaskSaved({}), decodeTaskSaved({ params: {} })]).toEqual([null, null, null]);
    expect(decodeTaskChanges({ version: 7, tasks: [WIRE], gone: [4, '5'] })).toEqual({
      version: 7,
      reload: false,
      tasks: [WIRE],
      gone: [4, 5],
    });
    expect(decodeTaskChanges({ detail: 'x' })).toBeNull();
  });

  test('TASK-23: performers are read from a list and a page', () => {
    expect(decodePerformers([KIM])).toEqual([KIM]);
    expect(
      decodePerformers({ results: [{ id: 8, first_name: 'Ким', last_name: 'Ли', position: 'Сантехник' }] }),
    ).toEqual([KIM]);
  });
});
