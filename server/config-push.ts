import * as z from 'zod';
import { text } from '#i18n/text.ts';

/** Firebase settings: values that the browser needs to subscribe, and the service account the server sends with. */
export interface Firebase {
  apiKey: string;
  projectId: string;
  senderId: string;
  appId: string;
  /** VAPID public key of web push. */
  vapidKey: string;
  serviceAccount: { clientEmail: string; privateKey: string };
}

/** Environment variables of cloud push. */
export const FIREBASE_VARIABLES = [
  'FIREBASE_API_KEY',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_SENDER_ID',
  'FIREBASE_APP_ID',
  'FIREBASE_VAPID_KEY',
  'FIREBASE_SERVICE_ACCOUNT',
] as const;

const FIREBASE_SCHEMA = z.object({
  FIREBASE_API_KEY: z.string(),
  FIREBASE_PROJECT_ID: z.string(),
  FIREBASE_SENDER_ID: z.string(),
  FIREBASE_APP_ID: z.string(),
  FIREBASE_VAPID_KEY: z.string(),
  FIREBASE_SERVICE_ACCOUNT: z.string(),
});

const SERVICE_ACCOUNT_SCHEMA = z.object({
  client_email: z.string().min(3),
  private_key: z.string().includes('PRIVATE KEY'),
});

/**
 * Reads `FIREBASE_…`: all of them or none, since an incomplete set would silently switch push off.
 * @returns the settings (undefined = no push) and sentences about problems, without the values
 */
export function readFirebase(env: Record<string, string | undefined>): { firebase?: Firebase; problems: string[] } {
  const missing = FIREBASE_VARIABLES.filter((name) => env[name] === undefined);
  if (missing.length === FIREBASE_VARIABLES.length) return { problems: [] };
  const values = FIREBASE_SCHEMA.safeParse(env);
  if (!values.success) return { problems: [text('start.incomplete', { names: missing.join(', ') })] };
  const account = SERVICE_ACCOUNT_SCHEMA.safeParse(parseJson(values.data.FIREBASE_SERVICE_ACCOUNT));
  if (!account.success) {
    const expected = text('start.expected.serviceAccount');
    return { problems: [text('start.badSecret', { name: 'FIREBASE_SERVICE_ACCOUNT', expected })] };
  }
  return {
    firebase: {
      apiKey: values.data.FIREBASE_API_KEY,
      projectId: values.data.FIREBASE_PROJECT_ID,
      senderId: values.data.FIREBASE_SENDER_ID,
      appId: values.data.FIREBASE_APP_ID,
      vapidKey: values.data.FIREBASE_VAPID_KEY,
      serviceAccount: { clientEmail: account.data.client_email, privateKey: account.data.private_key },
    },
    problems: [],
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
