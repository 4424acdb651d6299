import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of the product and of its tests' made-up servers. */
const SOURCES = ['package.json', 'tsconfig.json', 'i18n', 'resources', 'server', 'src', 'tests/support'];

const FIELD = "note: { kind: 'text', max: 60 },";

/** All that a plain field of announcements and of employees touches: definition, text, migration, type of the table. */
const TOUCHED: readonly (readonly [path: string, before: string, after: string])[] = [
  ['resources/sections/news.ts', '    attachments: { kind', `    ${FIELD}\n    attachments: { kind`],
  ['resources/sections/news.ts', "'type', 'attachments'] }", "'type', 'note', 'attachments'] }"],
  ['resources/sections/employees.ts', '    objects: { kind', `    ${FIELD}\n    objects: { kind`],
  ['resources/sections/employees.ts', "columns: ['name', 'position', ", "columns: ['name', 'position', 'note', "],
  [
    'resources/sections/employees.ts',
    "fields: ['phone_number', 'objects'",
    "fields: ['phone_number', 'note', 'objects'",
  ],
  ['resources/sections/employees.ts', "'company', 'phone_number'],", "'company', 'phone_number', 'note'],"],
  ['i18n/ru/news.ts', "    attachments: 'Файлы',", "    note: 'Пометка',\n    attachments: 'Файлы',"],
  ['i18n/ru/resources.ts', "      objects: 'Объекты',", "      note: 'Пометка',\n      objects: 'Объекты',"],
  [
    'server/db/migrations/index.ts',
    'export const migrations: Record<string, Migration> = {',
    [
      "import { run } from './run.ts';",
      'export const migrations: Record<string, Migration> = {',
      "  '9000-notes': { up: (db) => run(db, [",
      "    'alter table news add column note text', 'alter table users add column note text',",
      '  ]) },',
    ].join('\n'),
  ],
  ['server/db/tables/news.ts', '  type: NewsType;', '  type: NewsType;\n  note: string | null;'],
  ['server/db/tables/access.ts', '  position: string | null;', '  position: string | null;\n  note: string | null;'],
];

/** A copy of the tree. */
export interface Tree {
  /** Where a file of it lies. */
  path(file: string): string;
  remove(): void;
}

/** A copy of the tree in which announcements and employees have a note besides. It is removed by whoever made it. */
export function treeWithNote(): Tree {
  const root = mkdtempSync(join(tmpdir(), 'upravdom-note-'));
  for (const source of SOURCES) cpSync(source, join(root, source), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  for (const [file, before, after] of TOUCHED) {
    const path = join(root, file);
    const parts = readFileSync(path, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`«${before}» stands ${parts.length - 1} times in ${file}`);
    writeFileSync(path, parts.join(after));
  }
  return {
    path: (file) => join(root, file),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
