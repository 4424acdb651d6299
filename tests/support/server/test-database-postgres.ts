import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import pg from 'pg';
import type { Database } from '#server/db/connect.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { fileExists, type TemplateKind, templateFolder } from '#server/db/template-cache.ts';

/** One maker of templates at a time on a server. */
const TEMPLATE_LOCK = 7_340_113;

/**
 * A database of its own on a PostgreSQL server for one test file, copied from a template there. The demo company's files
 * lie in the template's folder here.
 * @param url a database of the server whose user may create others
 * @param fill makes the template: migrates it and fills it in
 */
export async function copyOfPostgresTemplate(
  url: string,
  kind: TemplateKind,
  fill: (database: Database, dataDir: string) => Promise<void>,
): Promise<{ database: Database; folder: string; close(): Promise<void> }> {
  const folder = `${await templateFolder(kind)}-postgres`;
  const template = `upravdom_${basename(folder).replaceAll('-', '_')}`;
  const copy = `upravdom_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  await administer(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select from pg_database where datname = $1', [template]);
    if (found.rowCount === 0 || !(await fileExists(folder))) {
      await makeTemplate(client, url, template, folder, fill);
    }
    await client.query(`create database ${copy} template ${template} strategy file_copy`);
  });
  const database = await openPostgres(named(url, copy));
  return {
    database,
    folder,
    close: async () => {
      await database.close();
      await administer(url, (client) => client.query(`drop database ${copy} with (force)`));
    },
  };
}

async function makeTemplate(
  client: pg.Client,
  url: string,
  template: string,
  folder: string,
  fill: (database: Database, dataDir: string) => Promise<void>,
): Promise<void> {
  const draft = `${template}_draft`;
  for (const name of [draft, template]) await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${draft} template template0 encoding 'UTF8'`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const database = await openPostgres(named(url, draft));
  try {
    await fill(database, folder);
  } finally {
    await database.close();
  }
  await client.query(`alter database ${draft} rename to ${template}`);
}

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function named(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
