import { readFile } from 'node:fs/promises';
import { text } from '#i18n/text.ts';
import { sectionTitle } from '#resources/language/words.ts';
import type { DefinitionExamples } from '#resources/protocol/definitions/files.ts';
import { parseDefinitionText } from './read-text.ts';

const FOLDER = new URL('../../docs/examples/', import.meta.url);

/** Examples for newcomers, simplest first; an example comes after those it refers to. */
const EXAMPLES = [
  'locks',
  'contractors',
  'guest-passes',
  'given-keys',
  'water-outages',
  'lift-inspections',
  'parking-places',
  'contractor-acts',
  'act-works',
  'storage-places',
  'tools',
  'work-crews',
  'yard-works',
  'floor-plans',
  'extinguishers',
  'jobs/lost-property',
  'jobs/key-journal',
  'jobs/debt-letters',
  'jobs/parking-permits',
  'jobs/snow-routes',
  'jobs/meter-verifications',
  'jobs/pets',
  'jobs/vacancies',
  'jobs/equipment-passports',
  'jobs/resident-survey',
] as const;

/** Reference to the schema by a path relative to the examples folder, which is invalid elsewhere. */
const SCHEMA = /^ {2}"\$schema": "[./]+\/resources\/definition\.schema\.json",\n/m;

/** Reads the bundled examples. */
export const readExamples = (): Promise<DefinitionExamples['examples']> =>
  Promise.all(
    EXAMPLES.map(async (path) => {
      const name = path.slice(path.indexOf('/') + 1);
      const file = `${name}.json`;
      const source = (await readFile(new URL(`${path}.json`, FOLDER), 'utf8')).replace(SCHEMA, '');
      const { words } = parseDefinitionText(source, file);
      return { file, name, title: sectionTitle(words), description: text(`definitionExamples.${name}`), text: source };
    }),
  );
