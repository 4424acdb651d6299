import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { NotificationItem } from '#resources/protocol/notifications.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import type { Firebase } from '#server/config-push.ts';
import { accessTokens } from './account.ts';

/** Outcome of a message: `gone` = the browser has withdrawn, its registration is worth nothing any more. */
type Pushed = 'sent' | 'gone' | 'failed';

/** Sends a notification to one registration. Never throws: push is a favour, the socket is the promise. */
export type Push = (registration: string, notification: NotificationItem) => Promise<Pushed>;

/** Addresses of the cloud and how patient it is called, ms; tests put their own in their place. */
export interface Cloud {
  sendAddress: string;
  tokenAddress?: string;
  timeout: number;
  pauses: readonly number[];
}

/** The cloud of a project: Firebase HTTP v1. */
function cloudEndpoints({ projectId }: Pick<Firebase, 'projectId'>): Cloud {
  const sendAddress = `https://fcm.googleapis.com/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
  return { sendAddress, timeout: 10_000, pauses: [1_000, 5_000] };
}

/** Kept for a browser that is not running, seconds; older news is read in the console. */
const TTL = 3_600;

/** The body of a message. Only data: the console's own code words and shows it, and knows by `id` what it has shown. */
function messageBody(registration: string, notification: NotificationItem) {
  const data = Object.fromEntries(Object.entries(notification).map(([key, value]) => [key, String(value)]));
  return {
    message: { token: registration, data, webpush: { headers: { TTL: String(TTL), Urgency: 'high' } } },
  };
}

const failure = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
});

async function isGone(response: Response): Promise<boolean> {
  if (response.status === 404) return true;
  if (response.status !== 400 && response.status !== 403) return false;
  const body = failure.safeParse(await response.json().catch(() => null));
  const codes = body.success ? (body.data.error.details ?? []).map((detail) => detail.errorCode) : [];
  return codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH');
}

/**
 * Messages on their way to the cloud at once: new ones, and those that did not go the first time, which hold up no
 * others.
 */
const AT_ONCE = { first: 10, again: 4 } as const;

/** Push through a Firebase project. @param onError told why a message failed, without the registration */
export function firebasePush(
  firebase: Firebase,
  now: () => Date,
  onError: (error: unknown) => void,
  cloud: Cloud = cloudEndpoints(firebase),
): Push {
  const access = accessTokens(firebase.serviceAccount, now, cloud.tokenAddress);
  const gates = {
    first: createConcurrencyLimit(AT_ONCE.first, Number.POSITIVE_INFINITY),
    again: createConcurrencyLimit(AT_ONCE.again, Number.POSITIVE_INFINITY),
  };
  const attempt = async (body: string): Promise<Pushed | 'later'> => {
    const response = await fetch(cloud.sendAddress, {
      method: 'POST',
      headers: { authorization: `Bearer ${await access()}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(cloud.timeout),
    });
    if (response.ok) {
      await response.body?.cancel();
      return 'sent';
    }
    if (await isGone(response)) return 'gone';
    if (response.status === 429 || response.status >= 500) return 'later';
    onError(new Error(`The push cloud answered ${response.status}`));
    return 'failed';
  };
  return async (registration, notification) => {
    const body = JSON.stringify(messageBody(registration, notification));
    let trouble: unknown = new Error('The push cloud is busy');
    for (const wait of [0, ...cloud.pauses]) {
      if (wait) await pause(wait);
      try {
        const outcome = await gates[wait ? 'again' : 'first'](() => attempt(body));
        if (outcome !== 'later') return outcome;
      } catch (error) {
        trouble = error;
      }
    }
    onError(trouble);
    return 'failed';
  };
}
