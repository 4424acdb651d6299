import { readFileSync } from 'node:fs';
import type { Resource } from '#resources/language/define-resource.ts';
import { readDefinition } from '#resources/language/read-definition.ts';

/** Where the definitions of everyday jobs of a managing company lie, by name; those that others refer to come first. */
const FILES = {
  'parking-places': 'docs/examples/parking-places.json',
  'lost-property': 'docs/examples/jobs/lost-property.json',
  'key-journal': 'docs/examples/jobs/key-journal.json',
  'lift-inspections': 'docs/examples/lift-inspections.json',
  'debt-letters': 'docs/examples/jobs/debt-letters.json',
  'parking-permits': 'docs/examples/jobs/parking-permits.json',
  'snow-routes': 'docs/examples/jobs/snow-routes.json',
  'meter-verifications': 'docs/examples/jobs/meter-verifications.json',
  pets: 'docs/examples/jobs/pets.json',
  vacancies: 'docs/examples/jobs/vacancies.json',
  'equipment-passports': 'docs/examples/jobs/equipment-passports.json',
  'contractor-acts': 'docs/examples/contractor-acts.json',
  'guest-passes': 'docs/examples/guest-passes.json',
  'resident-survey': 'docs/examples/jobs/resident-survey.json',
} as const;
export type Job = keyof typeof FILES;

/** Names of the sections. */
export const JOBS = Object.keys(FILES) as Job[];

const source = (name: Job): object =>
  JSON.parse(readFileSync(new URL(`../../${FILES[name]}`, import.meta.url), 'utf8')) as object;

/** The definition of a job as both sides read it. */
export const jobSection = (name: Job): Resource => readDefinition(source(name), `${name}.json`);

/** All of them as files of an installation. */
export const jobFiles = (): Record<string, object> =>
  Object.fromEntries(JOBS.map((name) => [`${name}.json`, source(name)]));
