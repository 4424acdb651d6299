import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Settings of a product that is killed over its database: an empty one of its own with `TEST_DATABASE_URL`, else none, for the
 * embedded one lies in the data folder. It is thrown away with the run's PostgreSQL.
 */
export async function ownDatabase(): Promise<Record<string, string>> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return {};
  const name = `upravdom_kill_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
}
