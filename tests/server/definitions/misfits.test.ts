import { setImmediate as turn } from 'node:timers/promises';
import { keysDefinition } from '#tests/support/definitions.ts';
import {
  type ChangingSection,
  DEFINITIONS,
  type Draft,
  fieldsOf,
  KEYS,
  openChangingSection,
} from '#tests/support/server/changing-section.ts';
import type { Person } from '#tests/support/server/people.ts';
import type { TestApp } from '#tests/support/server/test-app.ts';

let section: ChangingSection;
let app: TestApp;
let admin: Person;
beforeEach(async () => {
  section = await openChangingSection();
  ({ app, admin } = section);
});
afterEach(() => app.close());
const { changed, add } = {
  changed: (...asked: Parameters<ChangingSection['changed']>) => section.changed(...asked),
  add: (label: string) => section.add(label),
};

/** Misfits of a changed copy of the definition, as messages by field. */
async function misfitting(change: (draft: Draft) => unknown) {
  const draft = keysDefinition();
  change(draft);
  const answer = await admin.post(`${DEFINITIONS}check/`, { source: JSON.stringify(draft) });
  expect(answer.body.problems).toEqual([]);
  return answer.body.misfits as unknown as { field: string; message: string; count: number; ids: number[] }[];
}
const withFields = (change: (fields: Draft['fields']) => Draft['fields']) => (draft: Draft) => {
  const fields = change(draft.fields);
  const names = Object.keys(fields);
  Object.assign(draft, { fields, list: { layout: 'table', columns: names }, form: [{ fields: names }] });
};

describe('what does not fit a changed definition', () => {
  test('a pattern that takes its time for each record lets other calls through', async () => {
    await add('Подвал');
    const { kysely } = app.database;
    const { id, ...first } = await kysely.selectFrom('records').selectAll().executeTakeFirstOrThrow();
    const data = JSON.stringify({ label: 'а'.repeat(500) });
    await kysely
      .insertInto('records')
      .values(Array.from({ length: 400 }, () => ({ ...first, data, building_ids: null })))
      .execute();
    let isOver = false;
    let longest = 0;
    const others = (async () => {
      for (let last = performance.now(); !isOver; last = performance.now()) {
        await turn();
        longest = Math.max(longest, performance.now() - last);
      }
    })();
    const began = performance.now();
    const found = await misfitting(
      withFields(({ label = {}, ...rest }) => ({
        label: { ...label, max: 500, pattern: '(а?){120}б', mismatch: 'не так' },
        ...rest,
      })),
    );
    const whole = performance.now() - began;
    isOver = true;
    await others;
    expect(found).toEqual([expect.objectContaining({ message: 'не так', count: 401 })]);
    expect(longest).toBeLessThan(whole / 4);
  });

  test('values of a field that is taken out, or renamed without its former name', async () => {
    const id = await add('Подвал');
    const renamed = withFields(({ label = {}, ...rest }) => ({ opens: { ...label, required: false }, ...rest }));
    const [found] = await misfitting(renamed);
    expect(found).toMatchObject({ field: 'Что открывает', count: 1, ids: [id] });
    expect(found?.message).toMatch(/was/);
    expect(
      await misfitting(withFields(({ label = {}, ...rest }) => ({ opens: { ...label, was: 'label' }, ...rest }))),
    ).toEqual([]);
    // A field that no record holds is nobody's loss.
    await app.database.kysely
      .updateTable('records')
      .set({ data: JSON.stringify({ label: 'Подвал' }) })
      .execute();
    expect(await misfitting(withFields(({ label = {} }) => ({ label })))).toEqual([]);
  });

  test('a field that is needed as soon as another one holds something', async () => {
    const id = await add('Подвал');
    const found = await misfitting(
      withFields((fields) => ({ ...fields, why: { kind: 'text', label: 'Почему', requiredWith: 'place' } })),
    );
    expect(found).toEqual([{ field: 'Почему', message: 'обязательное поле', count: 1, ids: [id] }]);
  });

  test('what was typed into a field that is computed now, and rules that look at what is computed otherwise', async () => {
    const [cellar, attic] = [await add('Подвал'), await add('Чердак')];
    const noted =
      (computed: object, more: object = {}) =>
      (draft: Draft) => {
        withFields((fields) => ({ ...fields, note: { kind: 'text', label: 'Пометка', ...computed } }))(draft);
        Object.assign(draft, more);
      };
    await changed(noted({}), (answer) => fieldsOf(answer).includes('note'));
    await admin.call('PUT', { url: `${KEYS}/${cellar}`, body: { label: 'Подвал', place: 'safe', note: 'Подвал!' } });
    await admin.call('PUT', { url: `${KEYS}/${attic}`, body: { label: 'Чердак', place: 'safe', note: 'Сам' } });
    const replaced = 'поле теперь вычисляется, введённые значения заменятся вычисленными';
    expect(await misfitting(noted({ computed: 'label + "!"' }))).toEqual([
      { field: 'Пометка', message: replaced, count: 1, ids: [attic] },
    ]);
    // A value that is the same is no loss.
    const checks = [{ that: 'note != "Чердак?"', message: 'Без вопросов', field: 'note' }];
    const lasting = { computed: 'label == "Подвал" ? "Подвал!" : "Сам"' };
    await changed(noted(lasting, { checks }), ({ definitions }) =>
      JSON.stringify(definitions).includes('Без вопросов'),
    );
    expect(await misfitting(noted({ computed: 'label + "?"' }, { checks }))).toEqual([
      { field: 'Пометка', message: 'Без вопросов', count: 1, ids: [attic] },
    ]);
  });

  test('conditions that are new: broken rules, values that are asked for no more, values that are needed now', async () => {
    const [cellar, attic] = [await add('Подвал'), await add('Чердак')];
    const rule = { that: 'label != "Подвал"', message: 'Подвал не запирают', field: 'label' };
    const daily = { that: 'label == "Крыша" || today < today', message: 'Не сегодня', field: 'label' };
    expect(await misfitting((draft) => Object.assign(draft, { checks: [rule, daily] }))).toEqual([
      { field: 'Что открывает', message: rule.message, count: 1, ids: [cellar] },
    ]);
    // A name that an expression gives to each of several is none that passes.
    const each = { ...rule, that: '!["Подвал"].exists(one, one == label)' };
    expect(await misfitting((draft) => Object.assign(draft, { checks: [each] }))).toEqual([
      { field: 'Что открывает', message: rule.message, count: 1, ids: [cellar] },
    ]);
    const place = (condition: object) =>
      withFields(({ label = {}, place: before = {} }) => ({ label, place: { ...before, ...condition } }));
    const needless = 'при таких значениях остальных полей не заполняется';
    expect(await misfitting(place({ when: 'label == "Чердак"', required: true }))).toEqual([
      { field: 'Где лежит', message: needless, count: 1, ids: [cellar] },
    ]);
    // Those that depend on the day or the person are looked at when a record is edited.
    expect(await misfitting(place({ when: 'me > 0', required: 'today < today' }))).toEqual([]);
    const why = (condition: object) =>
      withFields((fields) => ({ ...fields, why: { kind: 'text', label: 'Почему', ...condition } }));
    const missing = { field: 'Почему', message: 'обязательное поле' };
    expect(await misfitting(why({ required: 'label == "Чердак"' }))).toEqual([{ ...missing, count: 1, ids: [attic] }]);
    expect(await misfitting(why({ when: 'place == "safe"', required: true }))).toEqual([
      { ...missing, count: 2, ids: [cellar, attic] },
    ]);
    expect(await misfitting(why({ when: 'place == "desk"', required: true }))).toEqual([]);
  });

  test('values that another kind keeps in another form', async () => {
    const id = await add('+7 (916) 204-15-38');
    const fine = await add('+79162041538');
    const found = await misfitting(
      withFields((fields) => ({ ...fields, label: { kind: 'phone', label: 'Телефон', required: true } })),
    );
    expect(found).toEqual([expect.objectContaining({ field: 'Телефон', count: 1, ids: [id] })]);
    expect(found[0]?.message).toMatch(/в другом виде/);
    expect(fine).toBeGreaterThan(id);
  });

  test('flats of a house in another field, and records that another tie leaves to everybody', async () => {
    const tied = withFields((fields) => ({
      ...fields,
      one: { kind: 'building', label: 'Один дом' },
      other: { kind: 'building', label: 'Другой дом' },
      flat: { kind: 'unit', label: 'Квартира', building: 'one' },
    }));
    await changed(
      (draft) => {
        tied(draft);
        draft.building = 'one';
      },
      (answer) => fieldsOf(answer).includes('flat'),
    );
    const unit = await app.database.kysely
      .selectFrom('units')
      .select(['id', 'building_id'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const made = await admin.post(KEYS, { label: 'Подвал', one: unit.building_id, flat: unit.id });
    const id = Number(made.body.id);
    const moved = (draft: Draft) => {
      tied(draft);
      draft.building = 'other';
      Object.assign(draft.fields.flat ?? {}, { building: 'other' });
    };
    const found = await misfitting(moved);
    expect(found.map(({ field, ids }) => [field, ids])).toEqual([
      ['Квартира', [id]],
      ['Другой дом', [id]],
    ]);
    const untied = await misfitting(tied);
    expect(untied).toEqual([expect.objectContaining({ field: 'Один дом', count: 1, ids: [id] })]);
  });
});

test('the history of a renamed field tells what was done under its former name', async () => {
  const id = await add('Подвал');
  await admin.put(`${KEYS}/${id}`, { label: 'Чердак' });
  await changed(
    withFields(({ label = {}, ...rest }) => ({ opens: { ...label, was: 'label' }, ...rest })),
    (answer) => fieldsOf(answer).includes('opens'),
  );
  const { results } = (await admin.get(`${KEYS}/${id}/history/`)).body as unknown as {
    results: { changes: unknown[] }[];
  };
  expect(results[0]?.changes).toEqual([{ field: 'opens', before: 'Подвал', after: 'Чердак' }]);
});
