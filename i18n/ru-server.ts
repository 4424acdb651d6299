import { admin } from './ru/admin.ts';
import { api } from './ru/api.ts';
import { backup } from './ru/backup.ts';
import { buildingPlan } from './ru/building-plan.ts';
import { cameras } from './ru/cameras.ts';
import { chatMenu } from './ru/chat-menu.ts';
import { chats } from './ru/chats.ts';
import { answers, complaints } from './ru/complaints.ts';
import { definitionExamples } from './ru/definition-examples.ts';
import { definitionFiles } from './ru/definition-files.ts';
import { definitionMenu } from './ru/definition-menu.ts';
import { definitions } from './ru/definitions.ts';
import { directories } from './ru/directories.ts';
import { employeeRules } from './ru/employee-rules.ts';
import { employees } from './ru/employees.ts';
import { residentImport } from './ru/import.ts';
import { journal } from './ru/journal.ts';
import { kinds } from './ru/kinds.ts';
import { links } from './ru/links.ts';
import { moves } from './ru/moves.ts';
import { newsLater, newsRules } from './ru/news-later.ts';
import { personalData } from './ru/personal-data.ts';
import { profile } from './ru/profile.ts';
import { readings } from './ru/readings.ts';
import { readingsPage } from './ru/readings-page.ts';
import { readingsRound } from './ru/readings-round.ts';
import { recipients } from './ru/recipients.ts';
import { recordRules } from './ru/record-rules.ts';
import { recovery } from './ru/recovery.ts';
import { setup } from './ru/setup.ts';
import { shift } from './ru/shift.ts';
import { sms } from './ru/sms.ts';
import { staging } from './ru/staging.ts';
import { start } from './ru/start.ts';
import { taskRules } from './ru/task-rules.ts';
import { tasks } from './ru/tasks.ts';
import { validation } from './ru/validation.ts';
import { ru } from './ru.ts';

/** Every text of the server: the console's (rules that both sides speak of), and what only it says. */
export const ruServer = {
  ...ru,
  admin,
  answers,
  api,
  backup,
  buildingPlan,
  cameras,
  chats: { ...chatMenu, ...chats },
  complaints,
  definitionFiles: { ...definitionMenu, ...definitionFiles },
  definitionExamples,
  definitions,
  directories,
  employees: { ...employees, ...employeeRules },
  import: residentImport,
  journal,
  kinds,
  links,
  moves,
  personalData,
  newsLater,
  newsRules,
  profile,
  readings: { ...readings, ...readingsPage, round: readingsRound },
  recipients,
  recovery,
  setup,
  shift,
  sms,
  staging,
  start,
  taskRules,
  tasks,
  validation: { ...validation, ...recordRules },
} as const;
