import * as z from 'zod';
import type { World } from '#server/http/declaration.ts';

const outbox = z.array(z.object({ to: z.string(), text: z.string() }));

/** The code last sent to a phone, read from the outbox of the demo company; for examples of calls. */
export async function findCodeInOutbox(world: World, phone: string): Promise<string> {
  const messages = outbox.parse(await world.send('GET', { url: '/dev/outbox' }));
  const code = messages.find(({ to, text }) => to === phone && /\d{6}/.test(text))?.text.match(/\d{6}/)?.[0];
  if (!code) throw new Error('No code in the outbox');
  return code;
}
