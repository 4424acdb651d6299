import { residentSaved } from '#resources/protocol/people/residents.ts';
import { RESTORABLE_FOR } from '#server/records/kit/undo.ts';
import { neverByItself } from '#tests/support/server/clock.ts';
import { newPerson, type Person } from '#tests/support/server/people.ts';
import { buildSearchFixture, type SearchFixture } from '#tests/support/server/search-fixture.ts';
import { openTestApp, type TestApp } from '#tests/support/server/test-app.ts';

export const URL = '/api/crm/residents/';
export let app: TestApp;
export let fixture: SearchFixture;
export let keeper: Person;
/** Holds the first entrance of building 5 alone. */
export let porter: Person;
let clock = Date.now();
/** Lets so many milliseconds pass for the app. */
export const wait = (ms: number) => {
  clock += ms;
};
/** The present moment, as the app sees it. */
export const present = () => clock;
let phones = 0;

/** One app, buildings and staff for the tests of a file. */
export function openResidents(): void {
  neverByItself(RESTORABLE_FOR);
  beforeAll(async () => {
    app = await openTestApp({ now: () => new Date(clock) });
    fixture = await buildSearchFixture(app);
    keeper = await newPerson(app, { porches: fixture.porches.flat() });
    porter = await newPerson(app, { porches: [fixture.porches[0][0]] });
  });
  afterAll(() => app.close());
}

export const unit = (name: string) => fixture.units.get(name) ?? 0;
export const newPhone = () => {
  phones += 1;
  return `+7926${String(5_550_000 + phones)}`;
};
export const payload = (change: object = {}) => ({
  first_name: 'Дарья',
  last_name: 'Калинина',
  phone_number: newPhone(),
  gender: 'female',
  units: [unit('5/3')],
  ...change,
});
export async function invited(change: object = {}, by = keeper) {
  const answer = await by.post(URL, payload(change));
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  return residentSaved.parse(answer.body).params;
}
export const row = (id: number) =>
  app.database.kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const homes = async (id: number) =>
  (
    await app.database.kysely
      .selectFrom('residents_units')
      .select('unit_id')
      .where('user_id', '=', id)
      .orderBy('place')
      .execute()
  ).map(({ unit_id }) => unit_id);
export const auditActions = async (id: number) =>
  (
    await app.database.kysely
      .selectFrom('audit')
      .select('action')
      .where('resource', '=', 'residents')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
export const sms = () => app.database.kysely.selectFrom('outbox').selectAll().orderBy('id', 'desc').execute();
