import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFolder } from '#server/records/read-folder.ts';
import { type RandomSection, randomSections } from '#tests/support/random-definitions.ts';

const COUNT = 300;
type Definition = RandomSection['definition'];

/** Ways to spoil a sound definition, each with what the explanation has to name. */
const MISTAKES: readonly ((definition: Definition, field: string) => RegExp)[] = [
  (definition) => {
    delete (definition as { words?: unknown }).words;
    return /words/;
  },
  (definition) => {
    delete (definition as { list?: unknown }).list;
    return /list/;
  },
  (definition) => {
    definition.icon = 'no-such-icon';
    return /icon/;
  },
  (definition) => {
    definition.section = 'somebody-elses';
    return /section.*somebody-elses/;
  },
  (definition) => {
    definition.colour = 'red';
    return /colour/;
  },
  (definition, field) => {
    Object.assign(definition.fields[field] ?? {}, { kind: 'strnig' });
    return new RegExp(`fields\\.${field}.*strnig`);
  },
  (definition, field) => {
    Object.assign(definition.fields[field] ?? {}, { lenght: 5 });
    return new RegExp(`fields\\.${field}.*lenght`);
  },
  (definition, field) => {
    Object.assign(definition.fields[field] ?? {}, { required: 'yes' });
    return new RegExp(`fields\\.${field}\\.required`);
  },
  (definition, field) => {
    Object.assign(definition.fields[field] ?? {}, { label: 7 });
    return new RegExp(`fields\\.${field}\\.label`);
  },
  (definition, field) => {
    Object.assign(definition.fields[field] ?? {}, { requiredWith: 'nowhere' });
    return /requiredWith.*nowhere/;
  },
  (definition) => {
    definition.list.columns.push('nowhere');
    return /list\.columns.*nowhere/;
  },
  (definition) => {
    definition.list.search = ['nowhere'];
    return /list\.search.*nowhere/;
  },
  (definition) => {
    definition.list.sort = { field: 'nowhere', order: 'ASC' };
    return /list\.sort.*nowhere/;
  },
  (definition) => {
    definition.form = [{ fields: ['nowhere'] }];
    return /form.*nowhere/;
  },
  (definition, field) => {
    definition.form = [{ fields: [field, field] }];
    return /form.*дважды/;
  },
  (definition, field) => {
    definition.building = field;
    definition.fields[field] = { kind: 'text' };
    return /building/;
  },
  (definition) => {
    definition.fields.flat2 = { kind: 'unit', building: 'nowhere' };
    return /fields\.flat2\.building.*nowhere/;
  },
  (definition) => {
    definition.fields.place2 = { kind: 'choice', options: [{ value: 'a' }, { value: 'a' }] };
    return /fields\.place2\.options.*дважды/;
  },
  (definition) => {
    const moves = [{ name: 'go2', label: 'Дальше', from: ['a'], to: 'd' }];
    definition.fields.stage2 = { kind: 'state', states: [{ value: 'a', label: 'А' }], moves };
    return /fields\.stage2\.moves\.0\.to.*«d»/;
  },
  (definition) => {
    const moves = [{ name: 'go2', label: 'Дальше', from: ['a'], to: 'a', asks: [{ field: 'nowhere' }] }];
    definition.fields.stage2 = { kind: 'state', states: [{ value: 'a', label: 'А' }], moves };
    return /fields\.stage2\.moves\.0\.asks\.0\.field.*nowhere/;
  },
  (definition) => {
    definition.fields.car2 = { kind: 'text', pattern: '(?<=а)б', mismatch: 'так' };
    return /fields\.car2\.pattern.*не поддерживается/;
  },
  (definition) => {
    definition.fields.at2 = { kind: 'time', from: '25:00' };
    return /fields\.at2\.from.*«25:00»/;
  },
  (definition) => {
    definition.fields.firm3 = { kind: 'company-number' };
    return /fields\.firm3\.of/;
  },
  (definition) => {
    definition.fields.no2 = { kind: 'auto-number', template: 'АКТ-{nomer}' };
    return /fields\.no2\.template.*\{nomer\}/;
  },
  (definition) => {
    definition.menu = { group: '' };
    return /menu\.group/;
  },
  (definition) => {
    definition.fields.sum2 = { kind: 'money', min: 500, max: 100 };
    return /fields\.sum2.*min.*max/;
  },
  (definition) => {
    definition.fields.to2 = { kind: 'reference', to: 'nowhere' };
    return /fields\.to2\.to.*nowhere/;
  },
  (definition) => {
    definition.routes = { list: '/news' };
    return /routes/;
  },
  (definition) => {
    definition.fields.shape2 = { kind: 'choice', options: [{ value: 'a', lable: 'А' }] };
    return /fields\.shape2\.options\.0.*lable/;
  },
  (definition) => {
    definition.fields.day2 = { kind: 'date', from: '2026-03-02', to: '2026-03-01' };
    return /fields\.day2\.to.*2026-03-02/;
  },
  (definition, field) => {
    Object.assign(definition.fields[field] ?? {}, { wire: 'buildings_id' });
    return /fields\.\w+\.wire.*buildings_id/;
  },
  (definition) => {
    definition.fields.when2 = { kind: 'moment' };
    definition.list.sort = { field: 'when2', order: 'ASC' };
    return /list\.sort\.field.*moment/;
  },
  (definition) => {
    definition.fields.house2 = { kind: 'building' };
    definition.list.search = ['house2'];
    return /list\.search\.0.*building/;
  },
  (definition) => {
    Object.assign(definition.list, { menu: ['hold-delete', 'suspend'] });
    return /list\.menu\.1.*suspend/;
  },
  (definition) => {
    definition.record = { wholeBuilding: 'nowhere' };
    return /record\.wholeBuilding.*nowhere/;
  },
  (definition, field) => {
    definition.form = [{ fields: [field], when: { field: 'nowhere', is: 'on', hint: 'Сначала' } }];
    return /form\.0\.when\.field.*nowhere/;
  },
  (definition, field) => {
    definition.form = [{ fields: [field], feature: 'parking' }];
    return /form\.0\.feature.*parking/;
  },
  (definition, field) => {
    definition.form = { steps: [{ name: 'main', title: 'Главное', fields: [field], later: true }] };
    return /form\.steps\.0\.later/;
  },
  (definition) => {
    definition.fields.who2 = { kind: 'text', input: 'own-Widget' };
    return /fields\.who2\.input.*own-Widget/;
  },
  (definition) => {
    definition.fields.firm2 = { kind: 'one-of', from: 'companies' };
    return /fields\.firm2\.from.*путь начинается/;
  },
  (definition) => {
    definition.fields.firm2 = { kind: 'one-of', from: '/api/crm/scenarios/companies/', by: { house: 'nowhere' } };
    return /fields\.firm2\.by.*nowhere/;
  },
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mistakes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(`${COUNT} definitions with one random mistake each: all are explained, none takes the others down`, async () => {
  const expected = new Map<string, RegExp>();
  const [sound, ...sections] = randomSections(COUNT + 1, 7_102);
  for (const [at, { definition }] of sections.entries()) {
    const file = `${definition.name}.json`;
    const names = Object.keys(definition.fields);
    const spoil = MISTAKES[at % (MISTAKES.length + 1)];
    if (spoil) expected.set(file, spoil(definition, names[at % names.length] ?? ''));
    else expected.set(file, /JSON/);
    const text = JSON.stringify(definition, null, 2);
    // The last way: a file that was cut off.
    await writeFile(
      join(folder, file),
      spoil ? text : text.slice(0, text.length - 1 - ((at * 37) % (text.length - 2))),
    );
  }
  await writeFile(join(folder, 'sound.json'), JSON.stringify(sound?.definition));
  const { sound: left, problems } = await readFolder(folder);
  expect(left.map(({ file }) => file)).toEqual(['sound.json']);
  const unexplained = [...expected].flatMap(([file, what]) => {
    const said = problems.find((one) => one.file === file)?.problems ?? [];
    const good = said.some((sentence) => what.test(sentence)) && said.every((sentence) => /[а-яё]/i.test(sentence));
    return good ? [] : { file, what: String(what), said };
  });
  expect(unexplained).toEqual([]);
});
