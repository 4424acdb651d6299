import { admin } from './ru/admin.ts';
import { api } from './ru/api.ts';
import { recipients } from './ru/recipients.ts';
import { sms } from './ru/sms.ts';
import { staging } from './ru/staging.ts';
import { start } from './ru/start.ts';
import { ru } from './ru.ts';

/** Every text of the server: the console's (rules that both sides speak of), and what only it says. */
export const ruServer = { ...ru, admin, api, recipients, sms, staging, start } as const;
