import { access } from './ru/access.ts';
import { chatMenu } from './ru/chat-menu.ts';
import { definitionMenu } from './ru/definition-menu.ts';
import { employees } from './ru/employees.ts';
import { engine } from './ru/engine.ts';
import { audience, news } from './ru/news.ts';
import { notices } from './ru/notices.ts';
import { ra } from './ru/ra.ts';
import { readings } from './ru/readings.ts';
import { residents } from './ru/residents.ts';
import { resources } from './ru/resources.ts';
import { settings } from './ru/settings.ts';
import { shell } from './ru/shell.ts';
import { signIn } from './ru/sign-in.ts';
import { stories } from './ru/stories.ts';
import { ui } from './ru/ui.ts';
import { validation } from './ru/validation.ts';

/**
 * Every text of the console, by area; what the server alone says stands in `ru-server.ts` and never comes to a browser as code.
 * `%{name}` is filled in; `||||` parts the plural forms (1 | 2–4 | 5–20).
 */
export const ru = {
  access,
  audience,
  chats: chatMenu,
  definitionFiles: definitionMenu,
  employees,
  engine,
  news,
  notices,
  ra,
  readings,
  residents,
  resources,
  settings,
  shell,
  signIn,
  stories,
  ui,
  validation,
} as const;
