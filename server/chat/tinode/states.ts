import type { House } from '#server/house.ts';
import { keyOf } from '../key.ts';
import { openTinode } from './client.ts';
import { noteState, statesToTell } from './queries.ts';
import { SERVICE_LOGIN, servicePassword } from './service.ts';

/**
 * Tells a Tinode server who was suspended or deleted, and who is back (B5): a login by token asks us nothing, so only the
 * server itself can put somebody out. Done by the account of our own, which it takes for a root.
 * @returns how many were told of
 */
export async function tellStates(house: House, chatUrl: string): Promise<number> {
  const { db, now } = house;
  const secret = house.settings.chatAuthSecret;
  const people = await statesToTell(db);
  if (!people.length || !secret) return 0;
  const tinode = await openTinode(chatUrl, keyOf(house));
  try {
    await tinode.ask('hi', { ver: '0.25.3', ua: 'provisioning' });
    const login = `${SERVICE_LOGIN}:${servicePassword(secret, now())}`;
    await tinode.ask('login', { scheme: 'basic', secret: Buffer.from(login).toString('base64') });
    for (const { user, uid, active } of people) {
      await tinode.ask('acc', { user: `usr${uid}`, status: active ? 'ok' : 'susp' });
      await noteState(db, user, active);
    }
  } finally {
    tinode.close();
  }
  return people.length;
}
