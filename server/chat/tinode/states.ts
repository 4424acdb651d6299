import type { ServerContext } from '#server/context.ts';
import { chatApiKey } from '../key.ts';
import { isAccountGone, openTinode, TinodeRefusal, type TinodeSession } from './client.ts';
import { noteState, serviceUid, statesToTell, unlink } from './queries.ts';
import { SERVICE_LOGIN, servicePassword } from './service.ts';

/**
 * Tells a Tinode server of people that were suspended, deleted or restored (B5): a login by token asks us nothing, so
 * only the server itself can sign a person out. Done by the account of our own, which it takes for a root, by one
 * process after the other: each change is told once.
 * @param failed called for each refused person; the others follow all the same
 * @returns how many were told of
 */
export async function tellStates(
  context: ServerContext,
  chatUrl: string,
  failed: (error: unknown, user: number) => void,
): Promise<number> {
  return context.database.inTurn('states', () => tellAll(context, chatUrl, failed));
}

async function tellAll(
  context: ServerContext,
  chatUrl: string,
  failed: (error: unknown, user: number) => void,
): Promise<number> {
  const { db } = context;
  const secret = context.settings.chatAuthSecret;
  const people = await statesToTell(db);
  if (!people.length || !secret) return 0;
  const tinode = await asService(context, chatUrl, secret);
  let toldCount = 0;
  try {
    for (const { user, uid, active } of people) {
      try {
        await tinode.ask('acc', { user: `usr${uid}`, status: active ? 'ok' : 'susp' });
        await noteState(db, user, active);
        toldCount += 1;
      } catch (error) {
        if (!(error instanceof TinodeRefusal)) throw error;
        // An account that is there no more needs no putting out.
        if (isAccountGone(error)) await db.transaction().execute((trx) => unlink(trx, uid));
        else failed(error, user);
      }
    }
  } finally {
    tinode.close();
  }
  return toldCount;
}

/** A session of the account of our own; where the server's database was made anew, of another one. */
async function asService(context: ServerContext, chatUrl: string, secret: string): Promise<TinodeSession> {
  const enter = async () => {
    const tinode = await openTinode(chatUrl, chatApiKey(context));
    try {
      await tinode.ask('hi', { ver: '0.25.3', ua: 'provisioning' });
      const login = `${SERVICE_LOGIN}:${servicePassword(secret, context.now())}`;
      await tinode.ask('login', { scheme: 'basic', secret: Buffer.from(login).toString('base64') });
      return tinode;
    } catch (error) {
      tinode.close();
      throw error;
    }
  };
  try {
    return await enter();
  } catch (error) {
    const uid = await serviceUid(context.db);
    if (!uid || !isAccountGone(error)) throw error;
    await context.db.transaction().execute((trx) => unlink(trx, uid));
    return enter();
  }
}
