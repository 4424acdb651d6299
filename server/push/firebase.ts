import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { NotificationItem } from '#resources/protocol/notifications.ts';
import { createConcurrencyLimit } from '#server/concurrency-limit.ts';
import type { Firebase } from '#server/config-push.ts';
import { createAccessTokens } from './access-tokens.ts';

/** Outcome of a message; `gone`: the browser has unsubscribed, so its registration can be deleted. */
type PushOutcome = 'sent' | 'gone' | 'failed';

/**
 * Sends a notification to one registration. Never throws, because push is best effort; delivery is guaranteed by the socket only.
 */
export type Push = (registration: string, notification: NotificationItem) => Promise<PushOutcome>;

/** Endpoints of the cloud, timeout and retry delays, ms; tests pass their own. */
export interface PushCloud {
  sendAddress: string;
  tokenAddress?: string;
  timeout: number;
  pauses: readonly number[];
}

/** Endpoint of a Firebase project (FCM HTTP v1). */
function cloudEndpoints({ projectId }: Pick<Firebase, 'projectId'>): PushCloud {
  const sendAddress = `https://fcm.googleapis.com/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
  return { sendAddress, timeout: 10_000, pauses: [1_000, 5_000] };
}

/** How long FCM keeps a message for a browser that is not running, s; older notifications are read in the console. */
const TTL_S = 3_600;

/** Body of a message. Data only: the console's own code formats and shows it, and uses `id` to avoid showing it twice. */
function messageBody(registration: string, notification: NotificationItem) {
  const data = Object.fromEntries(Object.entries(notification).map(([key, value]) => [key, String(value)]));
  return {
    message: { token: registration, data, webpush: { headers: { TTL: String(TTL_S), Urgency: 'high' } } },
  };
}

const errorSchema = z.object({
  error: z.object({ details: z.array(z.object({ errorCode: z.string().optional() })).optional() }),
});

async function isGone(response: Response): Promise<boolean> {
  if (response.status === 404) return true;
  if (response.status !== 400 && response.status !== 403) return false;
  const body = errorSchema.safeParse(await response.json().catch(() => null));
  const codes = body.success ? (body.data.error.details ?? []).map((detail) => detail.errorCode) : [];
  return codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH');
}

/** Concurrent messages: first attempts and retries are limited separately, so that retries do not block new messages. */
const CONCURRENCY = { first: 10, again: 4 } as const;

/** Push through a Firebase project. @param onError gets the reason of a failure, without the registration */
export function createFirebasePush(
  firebase: Firebase,
  now: () => Date,
  onError: (error: unknown) => void,
  cloud: PushCloud = cloudEndpoints(firebase),
): Push {
  const getAccessToken = createAccessTokens(firebase.serviceAccount, now, cloud.tokenAddress);
  const limits = {
    first: createConcurrencyLimit(CONCURRENCY.first, Number.POSITIVE_INFINITY),
    again: createConcurrencyLimit(CONCURRENCY.again, Number.POSITIVE_INFINITY),
  };
  const attempt = async (body: string): Promise<PushOutcome | 'later'> => {
    const response = await fetch(cloud.sendAddress, {
      method: 'POST',
      headers: { authorization: `Bearer ${await getAccessToken()}`, 'content-type': 'application/json' },
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
    let lastError: unknown = new Error('The push cloud is busy');
    for (const wait of [0, ...cloud.pauses]) {
      if (wait) await pause(wait);
      try {
        const outcome = await limits[wait ? 'again' : 'first'](() => attempt(body));
        if (outcome !== 'later') return outcome;
      } catch (error) {
        lastError = error;
      }
    }
    onError(lastError);
    return 'failed';
  };
}
