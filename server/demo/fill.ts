import { sql } from 'kysely';
import { trimEnd } from '#resources/trim-end.ts';
import { type HashCost, hashPassword } from '#server/access/passwords.ts';
import { tokenHash } from '#server/access/tokens.ts';
import { hasPeople } from '#server/db/people.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/store.ts';
import { createCalendar } from './calendar.ts';
import { createCameras } from './cameras.ts';
import { createConversations } from './chats.ts';
import { COMPANIES } from './companies.ts';
import type { DemoCompany } from './company.ts';
import { createComplaints } from './complaints.ts';
import { createDemoFiles } from './demo-files.ts';
import {
  grantMetropolisAccess,
  insertMetropolisActivity,
  insertMetropolisPeople,
  insertMetropolisRequests,
} from './metropolis-life.ts';
import { insertMetropolisPlaces, selectFirstFreeIds } from './metropolis-places.ts';
import { createAnnouncements } from './news.ts';
import { createPeople, rightsRows, userRows } from './people.ts';
import { createPlaces } from './places.ts';
import { createReadings } from './readings.ts';
import { insertBatch, type RowBatch, resetIdSequences } from './rows.ts';
import { sha256Hex } from './seeded.ts';
import { accountPhone, DEMO_PASSWORD, STAFF } from './staff.ts';
import { createStories } from './stories.ts';
import { createRequests } from './tasks.ts';
import { type DemoSize, TOWN } from './town-plan.ts';

/** File of a person's portrait. */
interface PortraitLink {
  user: number;
  file: number;
}

/** Orders the portraits of all people who have one. */
function orderPortraits({ people, demoFiles, calendar }: DemoCompany): PortraitLink[] {
  return [...people.staff, ...people.residents].flatMap(({ id, avatar }) => {
    if (avatar === null) return [];
    const order = { name: 'Портрет', kind: 'avatar', owner: id, at: calendar.ago(20, '12:00') } as const;
    return { user: id, file: demoFiles.order({ content: `portrait:${avatar}`, ...order }) };
  });
}

/** Links portraits to people: files refer to their owners and people to their files, so one of the two must be set later. */
async function linkPortraits(trx: Db, portraits: readonly PortraitLink[]): Promise<void> {
  await sql`update users set avatar_file_id = portrait.file
    from jsonb_to_recordset(${JSON.stringify(portraits)}::jsonb) portrait ("user" integer, file integer)
    where users.id = portrait."user"`.execute(trx);
}

/**
 * Adds the metropolis to the town: 1,000 buildings, 100,000 flats, 150,000 residents, 50,000 requests and related rows, generated
 * by the database itself.
 */
async function fillMetropolis(trx: Db, company: DemoCompany): Promise<void> {
  await resetIdSequences(trx);
  const base = await selectFirstFreeIds(trx);
  await insertMetropolisPlaces(trx, base, company.calendar.ago(1_000, '10:00'));
  await insertMetropolisPeople(trx, base, company);
  await grantMetropolisAccess(trx, base);
  await insertMetropolisRequests(trx, base, company);
  await insertMetropolisActivity(trx, base, company);
}

/** Lifetime of the demo activation link, ms; longer than a real one, so that it can be tried any day. */
const INVITATION_LIFE_MS = 365 * 86_400_000;

/** Puts the activation link of the invited account into the outbox (embedded.md, account 09). */
async function insertInvitation(trx: Db, { calendar, baseUrl, people }: DemoCompany): Promise<void> {
  const account = STAFF.find(({ status }) => status === 'created')?.account;
  const person = people.staff.find(({ member }) => member?.account === account);
  if (!account || !person) return;
  const token = Buffer.from(sha256Hex(`activation ${person.id}`), 'hex').toString('base64url');
  await trx
    .insertInto('tokens')
    .values({
      user_id: person.id,
      hash: tokenHash(token),
      purpose: 'activation',
      created_at: calendar.now,
      expires_at: new Date(calendar.now.getTime() + INVITATION_LIFE_MS),
    })
    .execute();
  await trx
    .insertInto('outbox')
    .values({
      recipient: accountPhone(account),
      text: `${person.first}, вас пригласили в консоль УК «Северный дом». Задайте пароль: ${baseUrl}/registration?token=${token}`,
      at: calendar.now,
    })
    .execute();
}

/** Canned answers of the demo company: title and text. */
const CANNED_ANSWERS = [
  ['Заявка принята', 'Здравствуйте, {имя}! Заявку по адресу {адрес} приняли. Мастер свяжется с вами в течение часа.'],
  ['Заявка выполнена', '{имя}, заявка выполнена. Если что-то осталось не так, напишите – вернёмся.'],
  ['Как передать показания', '{имя}, показания принимаем с 15 по 25 число – в приложении, в разделе «Показания».'],
  ['Отключение воды', 'Воду в доме по адресу {дом} отключили для ремонта. Включим до 18:00, об этом напишем здесь же.'],
  ['Нужен доступ в квартиру', '{имя}, для осмотра нужен доступ в квартиру {квартира?}. Когда вам удобно?'],
  ['Приёмные часы', 'Приём в офисе: понедельник – пятница с 9:00 до 18:00, обед с 13:00 до 14:00.'],
  ['Спасибо за обращение', 'Спасибо, что написали, {имя}! Передали ответственному и сообщим, что решили.'],
  ['Аварийная служба', 'При аварии звоните круглосуточно: +7 495 000-00-12. Диспетчер примет вызов и назовёт время.'],
] as const;

/** Rows of canned answers, written by the administrator. */
function createCannedAnswers({ calendar, people }: DemoCompany): RowBatch {
  const author = people.staff[0]?.id ?? null;
  return {
    canned_answers: CANNED_ANSWERS.map(([title, body], index) => ({
      id: index + 1,
      title,
      body,
      updated_by: author,
      updated_at: calendar.ago(90 - index, '11:00'),
    })),
  };
}

/** Options of the demo company. */
export interface DemoOptions {
  size: DemoSize;
  /** Creation time; all dates are counted back from it. */
  today: Date;
  /** URL of the console for links of cameras and invitations; port 8080 of this machine by default. */
  baseUrl?: string;
  /** Time zone of the company. */
  timeZone?: string;
  /** Cost of hashing the accounts' password; lower in tests with many sign-ins. */
  hashCost?: HashCost;
}

/**
 * Fills an empty database with the demo company in one transaction; a database with users is left unchanged. Equal options give
 * the same data, except for the salt of the password hash. Slow steps (hashing, drawing) are done before the transaction.
 */
export async function fillDemo(db: Db, files: FileStore, options: DemoOptions): Promise<void> {
  const { size, today, baseUrl = 'http://localhost:8080', timeZone = 'Europe/Moscow' } = options;
  if (await hasPeople(db)) return;
  const calendar = createCalendar(today, timeZone);
  const { buildings, rows: places } = createPlaces(TOWN[size], calendar.ago(1_000, '10:00'));
  const people = createPeople(buildings);
  const demoFiles = createDemoFiles(size === 'yard');
  const company: DemoCompany = { size, buildings, people, calendar, demoFiles, baseUrl: trimEnd(baseUrl, '/') };
  const portraits = orderPortraits(company);
  const areas: RowBatch[] = [
    createAnnouncements(company),
    createStories(company),
    createRequests(company),
    createReadings(company),
    createCameras(company),
    createComplaints(company),
    createConversations(company),
    createCannedAnswers(company),
  ];
  const [fileRows, passwordHash] = await Promise.all([
    demoFiles.deliver(files),
    hashPassword(DEMO_PASSWORD, options.hashCost),
  ]);
  await db.transaction().execute(async (trx) => {
    // Refused by the database if a company was set up in the meantime.
    await trx.insertInto('installation').values({ holds: 'demo', time_zone: null }).execute();
    const users = userRows(people, calendar, passwordHash);
    await insertBatch(trx, { companies: [...COMPANIES], ...places, users });
    await insertBatch(trx, {
      files: fileRows.files,
      file_variants: fileRows.variants,
      ...rightsRows(people, buildings),
    });
    await linkPortraits(trx, portraits);
    for (const area of areas) await insertBatch(trx, area);
    await insertInvitation(trx, company);
    if (size === 'metropolis') await fillMetropolis(trx, company);
    await resetIdSequences(trx);
  });
}
