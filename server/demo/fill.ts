import { sql } from 'kysely';
import { trimEnd } from '#resources/trim-end.ts';
import { type HashCost, hashPassword } from '#server/access/passwords.ts';
import { tokenHash } from '#server/access/tokens.ts';
import { hasPeople } from '#server/db/people.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/store.ts';
import { createCalendar } from './calendar.ts';
import { installCameras } from './cameras.ts';
import { conversationBatch } from './chats.ts';
import { COMPANIES } from './companies.ts';
import type { Company } from './company.ts';
import { hearResidents } from './complaints.ts';
import { openDemoFiles } from './demo-files.ts';
import { furnishMetropolis, openMetropolis, peopleMetropolis, requestMetropolis } from './metropolis-life.ts';
import { buildMetropolis, selectBases } from './metropolis-places.ts';
import { publish } from './news.ts';
import { rightsRows, settle, userRows } from './people.ts';
import { layOut } from './places.ts';
import { readMeters } from './readings.ts';
import { type Batch, insertBatch, settleIds } from './rows.ts';
import { digest } from './seeded.ts';
import { accountPhone, DEMO_PASSWORD, STAFF } from './staff.ts';
import { tellStories } from './stories.ts';
import { openRequests } from './tasks.ts';
import { type DemoSize, TOWN } from './town-plan.ts';

/** Whose portrait a file is. */
interface Portrait {
  user: number;
  file: number;
}

/** Orders the portraits of the people that have one. */
function takePortraits({ people, demoFiles, calendar }: Company): Portrait[] {
  return [...people.staff, ...people.residents].flatMap(({ id, avatar }) => {
    if (avatar === null) return [];
    const order = { name: 'Портрет', kind: 'avatar', owner: id, at: calendar.ago(20, '12:00') } as const;
    return { user: id, file: demoFiles.order({ content: `portrait:${avatar}`, ...order }) };
  });
}

/** Gives people their portraits: files belong to people and people have files, so one of the two comes later. */
async function hangPortraits(trx: Db, portraits: readonly Portrait[]): Promise<void> {
  await sql`update users set avatar_file_id = portrait.file
    from jsonb_to_recordset(${JSON.stringify(portraits)}::jsonb) portrait ("user" integer, file integer)
    where users.id = portrait."user"`.execute(trx);
}

/**
 * Builds the metropolis beside the town: 1,000 buildings, 100,000 flats, 150,000 residents, 50,000 requests and what belongs
 * to them, made by the database itself.
 */
async function growMetropolis(trx: Db, company: Company): Promise<void> {
  await settleIds(trx);
  const base = await selectBases(trx);
  await buildMetropolis(trx, base, company.calendar.ago(1_000, '10:00'));
  await peopleMetropolis(trx, base, company);
  await openMetropolis(trx, base);
  await requestMetropolis(trx, base, company);
  await furnishMetropolis(trx, base, company);
}

/** The activation link of a demonstration lives this long, ms: longer than a real one, so that it can be tried any day. */
const YEAR = 365 * 86_400_000;

/** Puts the activation link of the invited account into the outbox (embedded.md, account 09). */
async function invite(trx: Db, { calendar, baseUrl, people }: Company): Promise<void> {
  const account = STAFF.find(({ status }) => status === 'created')?.account;
  const person = people.staff.find(({ member }) => member?.account === account);
  if (!account || !person) return;
  const token = Buffer.from(digest(`activation ${person.id}`), 'hex').toString('base64url');
  await trx
    .insertInto('tokens')
    .values({
      user_id: person.id,
      hash: tokenHash(token),
      purpose: 'activation',
      created_at: calendar.now,
      expires_at: new Date(calendar.now.getTime() + YEAR),
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
const ANSWERS = [
  ['Заявка принята', 'Здравствуйте, {имя}! Заявку по адресу {адрес} приняли. Мастер свяжется с вами в течение часа.'],
  ['Заявка выполнена', '{имя}, заявка выполнена. Если что-то осталось не так, напишите – вернёмся.'],
  ['Как передать показания', '{имя}, показания принимаем с 15 по 25 число – в приложении, в разделе «Показания».'],
  ['Отключение воды', 'Воду в доме по адресу {дом} отключили для ремонта. Включим до 18:00, об этом напишем здесь же.'],
  ['Нужен доступ в квартиру', '{имя}, для осмотра нужен доступ в квартиру {квартира?}. Когда вам удобно?'],
  ['Приёмные часы', 'Приём в офисе: понедельник – пятница с 9:00 до 18:00, обед с 13:00 до 14:00.'],
  ['Спасибо за обращение', 'Спасибо, что написали, {имя}! Передали ответственному и сообщим, что решили.'],
  ['Аварийная служба', 'При аварии звоните круглосуточно: +7 495 000-00-12. Диспетчер примет вызов и назовёт время.'],
] as const;

/** Canned answers of the chat; the administrator wrote them. */
function writeAnswers({ calendar, people }: Company): Batch {
  const author = people.staff[0]?.id ?? null;
  return {
    canned_answers: ANSWERS.map(([title, body], index) => ({
      id: index + 1,
      title,
      body,
      updated_by: author,
      updated_at: calendar.ago(90 - index, '11:00'),
    })),
  };
}

/** How the demo company is made. */
export interface DemoOptions {
  size: DemoSize;
  /** The moment everything is dated back from. */
  today: Date;
  /** Address of the console for links of cameras and invitations; the default port of this machine unless given. */
  baseUrl?: string;
  /** Zone of the company's clock. */
  timeZone?: string;
  /** Cost of the hash of the accounts' password, where thousands of sign-ins are tests. */
  hashCost?: HashCost;
}

/**
 * Fills an empty database with the demo company, all or nothing; a database with people in it is left as it is. The same
 * options give the same company, but for the salt of the password's hash. Everything slow - the hash, the drawings -
 * is done before the transaction begins.
 */
export async function fillDemo(db: Db, files: FileStore, options: DemoOptions): Promise<void> {
  const { size, today, baseUrl = 'http://localhost:8080', timeZone = 'Europe/Moscow' } = options;
  if (await hasPeople(db)) return;
  const calendar = createCalendar(today, timeZone);
  const { buildings, rows: places } = layOut(TOWN[size], calendar.ago(1_000, '10:00'));
  const people = settle(buildings);
  const demoFiles = openDemoFiles(size === 'yard');
  const company: Company = { size, buildings, people, calendar, demoFiles, baseUrl: trimEnd(baseUrl, '/') };
  const portraits = takePortraits(company);
  const areas: Batch[] = [
    publish(company),
    tellStories(company),
    openRequests(company),
    readMeters(company),
    installCameras(company),
    hearResidents(company),
    conversationBatch(company),
    writeAnswers(company),
  ];
  const [fileRows, passwordHash] = await Promise.all([
    demoFiles.deliver(files),
    hashPassword(DEMO_PASSWORD, options.hashCost),
  ]);
  await db.transaction().execute(async (trx) => {
    // Refused by the database where a company was opened meanwhile.
    await trx.insertInto('installation').values({ holds: 'demo', time_zone: null }).execute();
    const users = userRows(people, calendar, passwordHash);
    await insertBatch(trx, { companies: [...COMPANIES], ...places, users });
    await insertBatch(trx, {
      files: fileRows.files,
      file_variants: fileRows.variants,
      ...rightsRows(people, buildings),
    });
    await hangPortraits(trx, portraits);
    for (const area of areas) await insertBatch(trx, area);
    await invite(trx, company);
    if (size === 'metropolis') await growMetropolis(trx, company);
    await settleIds(trx);
  });
}
