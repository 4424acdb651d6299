import '#i18n/hold-texts.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import english from 'ra-language-english';
import { makeI18nProvider, makeMessages } from '#console/data/providers/providers.ts';
import { PICKER_TEXTS } from '#console/fields/parts/picker.tsx';
import { glossary } from '#i18n/glossary.ts';
import { ru } from '#i18n/ru.ts';
import { ruServer } from '#i18n/ru-server.ts';
import { typeset, unset } from '#i18n/typeset.ts';
import { BUILT_IN } from '#resources/built-in.ts';
import { madeUp } from '#tests/support/console/definitions.ts';

const i18n = makeI18nProvider([...BUILT_IN, madeUp()]);
const say = (key: string, params?: Record<string, unknown>) => i18n.translate(key, params);

/** Every leaf of a tree of texts, by its path. */
function leaves(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : leaves(value as object, `${path}${key}.`),
  );
}

/** Every text that stands in `i18n/ru`, those that come with a page of their own too. */
const TEXTS = readdirSync('i18n/ru').flatMap((file) =>
  leaves(jest.requireActual<object>(join(process.cwd(), 'i18n/ru', file))),
);

/** Drawn texts of others: pickers of days, react-admin's buttons and messages, texts made of a section's words. */
const BROUGHT = leaves({ pickers: PICKER_TEXTS, ...makeMessages([...BUILT_IN, madeUp()]) }).filter(([key]) =>
  /^(pickers|ra\.action|ra\.notification|resources)\./.test(key),
);

/** Texts that name the counted things instead of counting them. */
const NAMING = [
  'residentImport.file.columns',
  'recordImport.strangers',
  'recordImport.keyColumns',
  'recordImport.matchBy',
  'recordImport.noKey',
];

/** Texts of react-admin that have no letters: the blank of a choice that is not made, titles that are names alone. */
const NO_RUSSIAN: readonly string[] = ['ra.boolean.null', 'ra.page.list', 'ra.page.show'];

describe('the glossary', () => {
  test.each(glossary.map((term) => [term.word, term] as const))(
    '«%s» is the one word for its thing',
    (_word, { never, except = [] }) => {
      const texts = [...TEXTS, ...BROUGHT].filter(([key]) => !except.some((beginning) => key.startsWith(beginning)));
      expect(texts.length).toBeGreaterThan(1500);
      const others = texts.filter(([, said]) =>
        said.split('||||').some((form) => never.some((one) => one.test(form.trim()))),
      );
      expect(others).toEqual([]);
    },
  );
});

describe('no-break spaces', () => {
  test.each([
    ['ул. Лесная, 12, кв. 48', 'ул.~Лесная, 12, кв.~48'],
    ['под. 2, эт. 6', 'под.~2, эт.~6'],
    ['пр-т Мира, 3, оф. 2, м/м 7', 'пр-т~Мира, 3, оф.~2, м/м~7'],
    ['б-р Победы, 5', 'б-р~Победы, 5'],
    ['Заявка № 128 создана', 'Заявка №~128 создана'],
    ['Файл больше 6 МБ, 12 октября', 'Файл больше 6~МБ, 12~октября'],
    ['Дом. 5 человек, пункт. 3', 'Дом. 5 человек, пункт. 3'],
  ])('%s', (plain, set) => {
    expect(typeset(plain)).toBe(set.replaceAll('~', '\u00a0'));
    expect(unset(typeset(plain))).toBe(plain);
  });

  test('stand in what is translated, in what is filled in too', () => {
    expect(say('tasks.place.unit', { label: '48' })).toBe('кв.\u00a048');
    expect(say('chats.find', {})).toBe('Поиск по сообщениям');
  });
});

describe('texts', () => {
  test('say nothing of the gender of a person: no «создал(а)»', () => {
    expect([...TEXTS, ...BROUGHT].filter(([, said]) => /[а-яё]\([а-яё]{1,4}\)/i.test(said))).toEqual([]);
  });

  test.each([
    [1, '1 объект'],
    [2, '2 объекта'],
    [5, '5 объектов'],
    [11, '11 объектов'],
    [21, '21 объект'],
    [22, '22 объекта'],
    [111, '111 объектов'],
  ])('SHELL-13: %p → «%s»', (count, said) => {
    expect(say('engine.fields.objects', { smart_count: count })).toBe(said);
  });

  test.each([
    [1, '1 ключ'],
    [3, '3 ключа'],
    [5, '5 ключей'],
    [11, '11 ключей'],
    [21, '21 ключ'],
  ])('SHELL-13: a section’s own words are counted right: %p', (count, said) => {
    expect(say('resources.keys.count', { smart_count: count })).toBe(said);
  });

  test.each([
    [1, 1],
    [21, 21],
    [101, 101],
  ])('SHELL-13: react-admin’s own count of %p says %p and not 1', (count, said) => {
    for (const key of [
      'ra.action.bulk_actions',
      'ra.notification.deleted',
      'ra.notification.updated',
      'ra.message.bulk_delete_title',
    ]) {
      expect(say(key, { smart_count: count, name: 'x' })).toContain(String(said));
    }
  });

  test('CAM-15: cameras speak in the words of the specification', () => {
    expect(say('resources.cameras.page.create')).toBe('Новая камера');
    expect(say('resources.cameras.page.edit')).toBe('Изменить камеру');
    expect(say('resources.cameras.action.create')).toMatch(/^(➕ )?Добавить камеру$/);
    expect(say('engine.menu.edit')).toBe('Редактировать');
    expect(say('hold.delete')).toBe('Удалить');
    expect(say('hold.holding')).toBe('Удерживайте...');
  });

  test('CAM-16: an empty list of cameras says «Нет результатов»', () => {
    expect(say('resources.cameras.empty')).toBe('Нет результатов');
  });

  test('a section that an installation added is titled in its gender and cases', () => {
    expect(say('resources.keys.page.list')).toBe('Ключи');
    expect(say('resources.keys.page.create')).toBe('Новый ключ');
    expect(say('resources.keys.page.edit')).toBe('Изменить ключ');
    expect(say('resources.keys.action.create')).toBe('Добавить ключ');
    expect(say('resources.keys.empty')).toBe('Ключей пока нет');
    expect(say('resources.keys.message.delete_title')).toBe('Удалить ключ?');
    expect(say('resources.keys.fields.place')).toBe('Где лежит');
    expect(say('resources.keys.choices.place.safe')).toBe('Сейф');
  });

  test('CONST-10: «укажите дату» stands in the dictionary, and nothing says it', () => {
    expect(ru.validation.dateRequired).toBe('укажите дату');
    const code = ['src', 'server', 'resources'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    );
    const files = code.filter((file) => /\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => /dateRequired|укажите дату/i.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('the server says no text that only the console has', () => {
    const areas = readdirSync('i18n/ru').flatMap((file) =>
      Object.keys(jest.requireActual<object>(join(process.cwd(), 'i18n/ru', file))),
    );
    const foreign = areas.filter((area) => !(area in ruServer));
    expect(foreign).toContain('finder');
    const code = readdirSync('server', { recursive: true }).filter((file) => String(file).endsWith('.ts'));
    const said = new RegExp(`['"\`](${foreign.join('|')})\\.[a-z]`);
    expect(code.filter((file) => said.test(readFileSync(join('server', String(file)), 'utf8')))).toEqual([]);
  });

  test('SHELL-12: no text of ours is in English or empty', () => {
    const odd = TEXTS.filter(
      ([key, value]) =>
        !/[а-яё]/i.test(value) &&
        // The time of the world is called so in Russian too.
        !/^(%\{\w+\}|[\s\d–—.,:%()№×…+]|UTC|resources\.cameras\.emptyLine)*$/.test(value) &&
        key !== 'start.listening' &&
        // Keys of a keyboard are called as they are labelled.
        !/^(shellDialogs\.shortcuts\..*|shell\.search)\.keys$/.test(key) &&
        // Encodings have their own names.
        !key.startsWith('residentImport.encoding.') &&
        key !== 'residentImport.upload.delimiters.other' &&
        // Programs too.
        value !== 'PostgreSQL',
    );
    expect(odd).toEqual([]);
  });

  test('SHELL-12: every text of react-admin’s own English pack has a Russian one', () => {
    const ours = new Map(leaves(makeMessages(BUILT_IN)));
    const theirs = leaves(english).map(([key]) => key);
    expect(theirs.length).toBeGreaterThan(150);
    expect(theirs.filter((key) => !ours.has(key))).toEqual([]);
    const odd = theirs.filter((key) => {
      const said = (ours.get(key) ?? '').replaceAll(/%\{\w+\}/g, '');
      return /[a-z]/i.test(said) || !/[а-яё]/i.test(said);
    });
    expect(odd.sort()).toEqual(NO_RUSSIAN);
  });

  test('SHELL-13: every text that is counted has its three forms, and says the count in each', () => {
    const counted = TEXTS.filter(([, value]) => value.includes('||||'));
    expect(counted.length).toBeGreaterThan(5);
    const wrong = counted.filter(([key, value]) => {
      const forms = value.split('||||');
      if (NAMING.includes(key)) return forms.length !== 3;
      return forms.length !== 3 || !forms.every((form) => form.includes('%{smart_count}'));
    });
    expect(wrong).toEqual([]);
  });

  test('no text has a blank left at its end or two in a row', () => {
    expect(TEXTS.filter(([, value]) => /^\s|\s$| {2}/.test(value))).toEqual([]);
  });
});
