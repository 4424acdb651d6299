import type { ServerContext } from '#server/context.ts';
import { chatApiKey } from '../key.ts';
import { connectTinode, isAccountGone, TinodeError, type TinodeSession } from './client.ts';
import { selectUnsentStates, serviceUid, storeSentState, unlinkTinodeAccount } from './queries.ts';
import { SERVICE_LOGIN, servicePassword } from './service.ts';

/**
 * Tells a Tinode server about suspended, deleted and restored people (B5): logins by token never ask us, so only the server can
 * sign a person out. Uses our own service account, which is root there. Only one process runs it at a time, so each change is
 * sent once.
 * @param onRefused called for each refused person; the others are still sent
 * @returns how many people were updated
 */
export async function sendStates(
  context: ServerContext,
  chatUrl: string,
  onRefused: (error: unknown, user: number) => void,
): Promise<number> {
  return context.database.withLock('states', () => sendPendingStates(context, chatUrl, onRefused));
}

async function sendPendingStates(
  context: ServerContext,
  chatUrl: string,
  onRefused: (error: unknown, user: number) => void,
): Promise<number> {
  const { db } = context;
  const secret = context.settings.chatAuthSecret;
  const people = await selectUnsentStates(db);
  if (!people.length || !secret) return 0;
  const tinode = await connectAsService(context, chatUrl, secret);
  let sentCount = 0;
  try {
    for (const { user, uid, active } of people) {
      try {
        await tinode.request('acc', { user: `usr${uid}`, status: active ? 'ok' : 'susp' });
        await storeSentState(db, user, active);
        sentCount += 1;
      } catch (error) {
        if (!(error instanceof TinodeError)) throw error;
        // A missing account needs no suspension.
        if (isAccountGone(error)) await db.transaction().execute((trx) => unlinkTinodeAccount(trx, uid));
        else onRefused(error, user);
      }
    }
  } finally {
    tinode.close();
  }
  return sentCount;
}

/** Connects as our own service account; creates a new one if the server's database was recreated. */
async function connectAsService(context: ServerContext, chatUrl: string, secret: string): Promise<TinodeSession> {
  const connectAndLogIn = async () => {
    const tinode = await connectTinode(chatUrl, chatApiKey(context));
    try {
      await tinode.request('hi', { ver: '0.25.3', ua: 'provisioning' });
      const login = `${SERVICE_LOGIN}:${servicePassword(secret, context.now())}`;
      await tinode.request('login', { scheme: 'basic', secret: Buffer.from(login).toString('base64') });
      return tinode;
    } catch (error) {
      tinode.close();
      throw error;
    }
  };
  try {
    return await connectAndLogIn();
  } catch (error) {
    const uid = await serviceUid(context.db);
    if (!uid || !isAccountGone(error)) throw error;
    await context.db.transaction().execute((trx) => unlinkTinodeAccount(trx, uid));
    return connectAndLogIn();
  }
}
