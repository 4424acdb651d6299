import { access } from './ru/access.ts';
import { cameras } from './ru/cameras.ts';
import { chats } from './ru/chats.ts';
import { answers, complaints } from './ru/complaints.ts';
import { definitionFiles } from './ru/definition-files.ts';
import { definitions } from './ru/definitions.ts';
import { drafts } from './ru/drafts.ts';
import { employees } from './ru/employees.ts';
import { engine } from './ru/engine.ts';
import { residentImport } from './ru/import.ts';
import { audience, news } from './ru/news.ts';
import { notices } from './ru/notices.ts';
import { profile } from './ru/profile.ts';
import { ra } from './ru/ra.ts';
import { readings } from './ru/readings.ts';
import { recovery } from './ru/recovery.ts';
import { residents } from './ru/residents.ts';
import { resources } from './ru/resources.ts';
import { settings } from './ru/settings.ts';
import { setup } from './ru/setup.ts';
import { shell } from './ru/shell.ts';
import { signIn } from './ru/sign-in.ts';
import { stories } from './ru/stories.ts';
import { taskRules } from './ru/task-rules.ts';
import { tasks } from './ru/tasks.ts';
import { ui } from './ru/ui.ts';
import { validation } from './ru/validation.ts';

/**
 * Every text of the console, by area; what the server alone says stands in `ru-server.ts` and never comes to a browser as code.
 * `%{name}` is filled in; `||||` parts the plural forms (1 | 2–4 | 5–20).
 */
export const ru = {
  access,
  answers,
  audience,
  cameras,
  chats,
  complaints,
  definitionFiles,
  definitions,
  drafts,
  employees,
  engine,
  import: residentImport,
  news,
  notices,
  profile,
  ra,
  readings,
  recovery,
  residents,
  resources,
  settings,
  setup,
  shell,
  signIn,
  stories,
  taskRules,
  tasks,
  ui,
  validation,
} as const;
