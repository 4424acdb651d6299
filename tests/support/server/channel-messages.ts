import type { Database } from '#server/db/connect.ts';

const CHANNEL = 'upravdom_test';

/** Waiters on a database's channel, by the text that ends the wait; there once the channel is listened to. */
const listening = new WeakMap<Database, Promise<Map<string, () => void>>>();
let asked = 0;

async function listen(database: Database): Promise<Map<string, () => void>> {
  const waiting = new Map<string, () => void>();
  await database.listen(CHANNEL, (text) => waiting.get(text)?.());
  return waiting;
}

/**
 * Waits until this process has heard everything that was notified on the database before the call: PostgreSQL hands
 * notifications on in the order of their commits, some time after the commit was answered. Rights that a test writes are told
 * that way and would end a socket that was opened meanwhile.
 */
export async function heardSoFar(database: Database): Promise<void> {
  const opened = listening.get(database) ?? listen(database);
  listening.set(database, opened);
  const waiting = await opened;
  asked += 1;
  const text = `${process.pid} ${asked}`;
  await new Promise<void>((resolve, reject) => {
    waiting.set(text, resolve);
    database.notify(database.kysely, CHANNEL, text).catch(reject);
  });
  waiting.delete(text);
}
