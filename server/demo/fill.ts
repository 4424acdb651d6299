import { trimEnd } from '#resources/trim-end.ts';
import { type HashCost, hashPassword } from '#server/access/passwords.ts';
import { hasPeople } from '#server/db/people.ts';
import type { Db } from '#server/db/tables.ts';
import type { FileStore } from '#server/files/store.ts';
import { writeAnswers } from './answers.ts';
import { calendarOf } from './calendar.ts';
import { installCameras } from './cameras.ts';
import { talk } from './chats.ts';
import { COMPANIES } from './companies.ts';
import type { Company } from './company.ts';
import { hearResidents } from './complaints.ts';
import { openDesk } from './file-desk.ts';
import { invite } from './invitation.ts';
import { growMetropolis } from './metropolis.ts';
import { publish } from './news.ts';
import { rightsRows, settle, userRows } from './people.ts';
import { layOut } from './places.ts';
import { hangPortraits, takePortraits } from './portraits.ts';
import { readMeters } from './readings.ts';
import { type Batch, insertBatch, settleIds } from './rows.ts';
import { DEMO_PASSWORD } from './staff.ts';
import { tellStories } from './stories.ts';
import { openRequests } from './tasks.ts';
import { type DemoSize, TOWN } from './town.ts';

/** How the demo company is made. */
export interface DemoOptions {
  size: DemoSize;
  /** The moment everything is dated back from. */
  today: Date;
  /** Address of the console for links of cameras and invitations; the default port of this machine unless given. */
  baseUrl?: string;
  /** Zone of the company's clock. */
  timeZone?: string;
  /** What the hash of the accounts' password costs, where thousands of sign-ins are tests. */
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
  const calendar = calendarOf(today, timeZone);
  const { buildings, rows: places } = layOut(TOWN[size], calendar.ago(1_000, '10:00'));
  const people = settle(buildings);
  const desk = openDesk(size === 'yard');
  const company: Company = { size, buildings, people, calendar, desk, baseUrl: trimEnd(baseUrl, '/') };
  const portraits = takePortraits(company);
  const areas: Batch[] = [
    publish(company),
    tellStories(company),
    openRequests(company),
    readMeters(company),
    installCameras(company),
    hearResidents(company),
    talk(company),
    writeAnswers(company),
  ];
  const [drawn, passwordHash] = await Promise.all([desk.deliver(files), hashPassword(DEMO_PASSWORD, options.hashCost)]);
  await db.transaction().execute(async (trx) => {
    // Refused by the database where somebody has opened a company meanwhile.
    await trx.insertInto('installation').values({ holds: 'demo', time_zone: null }).execute();
    const users = userRows(people, calendar, passwordHash);
    await insertBatch(trx, { companies: [...COMPANIES], ...places, users });
    await insertBatch(trx, { files: drawn.files, file_variants: drawn.variants, ...rightsRows(people, buildings) });
    await hangPortraits(trx, portraits);
    for (const area of areas) await insertBatch(trx, area);
    await invite(trx, company);
    if (size === 'metropolis') await growMetropolis(trx, company);
    await settleIds(trx);
  });
}
