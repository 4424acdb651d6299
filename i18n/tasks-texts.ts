import { addTexts } from './console-text.ts';
import { taskRules } from './ru/task-rules.ts';
import { tasks } from './ru/tasks.ts';

/** The texts of requests: imported by their widgets. */
addTexts({ taskRules, tasks });
