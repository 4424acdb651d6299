import type { Level } from '#resources/language/access.ts';
import { heardSoFar } from './channel-messages.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

/** Rights of a person in the tables: their levels, and the ids of their entrances. */
export async function rightsOf(on: TestApp, id: number) {
  const db = on.database.kysely;
  const levels = await db.selectFrom('levels').where('user_id', '=', id).selectAll().execute();
  const porches = await db.selectFrom('user_porches').where('user_id', '=', id).select('porch_id').execute();
  return {
    levels: Object.fromEntries(levels.map(({ section, level }) => [section, level])) as Record<string, Level>,
    porches: porches.map((row) => row.porch_id),
  };
}

/** Ids of the kinds of work of somebody. */
export async function servicesOf(on: TestApp, id: number): Promise<number[]> {
  const rows = await on.database.kysely
    .selectFrom('user_services')
    .where('user_id', '=', id)
    .select('service_id')
    .execute();
  return rows.map((row) => row.service_id).sort((a, b) => a - b);
}

/** Gives somebody these kinds of work and no others; a socket of theirs that is open ends by that, one that is opened later does not. */
export async function setServices(on: TestApp, id: number, services: readonly number[]): Promise<void> {
  const db = on.database.kysely;
  await db.deleteFrom('user_services').where('user_id', '=', id).execute();
  if (services.length) {
    const rows = services.map((service_id) => ({ user_id: id, service_id }));
    await db.insertInto('user_services').values(rows).execute();
  }
  await heardSoFar(on.database);
}

/** A valid update of somebody, with what a test wants besides. */
export async function updateOf(on: TestApp, person: Person, over: object = {}) {
  const row = await on.database.kysely
    .selectFrom('users')
    .where('id', '=', person.id)
    .select(['company_id', 'phone', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  const { company_id: company, phone: phone_number, ...name } = row;
  return { ...name, gender: 'male', position: 'Инженер', company, phone_number, ...over };
}
