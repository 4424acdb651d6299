import * as z from 'zod';
import { text } from '#i18n/text.ts';

/** Cloud push: what the browser needs to subscribe, and the account the server sends with. */
export interface Firebase {
  apiKey: string;
  projectId: string;
  senderId: string;
  appId: string;
  /** Public key of web push. */
  vapidKey: string;
  serviceAccount: { clientEmail: string; privateKey: string };
}

/** The variables of cloud push. */
export const FIREBASE = [
  'FIREBASE_API_KEY',
  'FIREBASE_PROJECT_ID',
  'FIREBASE_SENDER_ID',
  'FIREBASE_APP_ID',
  'FIREBASE_VAPID_KEY',
  'FIREBASE_SERVICE_ACCOUNT',
] as const;

const VALUES = z.object({
  FIREBASE_API_KEY: z.string(),
  FIREBASE_PROJECT_ID: z.string(),
  FIREBASE_SENDER_ID: z.string(),
  FIREBASE_APP_ID: z.string(),
  FIREBASE_VAPID_KEY: z.string(),
  FIREBASE_SERVICE_ACCOUNT: z.string(),
});

const ACCOUNT = z.object({ client_email: z.string().min(3), private_key: z.string().includes('PRIVATE KEY') });

/**
 * Reads `FIREBASE_…`: all of them or none, since a half switches push off without a word.
 * @returns the settings (undefined: no push), and what is wrong with them, in sentences without the values
 */
export function readFirebase(env: Record<string, string | undefined>): { firebase?: Firebase; problems: string[] } {
  const missing = FIREBASE.filter((name) => env[name] === undefined);
  if (missing.length === FIREBASE.length) return { problems: [] };
  const values = VALUES.safeParse(env);
  if (!values.success) return { problems: [text('start.incomplete', { names: missing.join(', ') })] };
  const account = ACCOUNT.safeParse(parsed(values.data.FIREBASE_SERVICE_ACCOUNT));
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

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
