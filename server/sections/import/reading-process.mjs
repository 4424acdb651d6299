/**
 * Reads files of residents in a process of its own: a thread that runs out of memory can take the whole process with it.
 * Plain JavaScript on purpose: the file has to load the same under tsx, jest and a bundle; what it does stands in
 * `reading.ts`, which tsx loads.
 */
import { register } from 'tsx/esm/api';

if (!process.send) throw new Error('reading-process.mjs is begun by file-reading.ts only');

// Whoever asked has gone.
process.once('disconnect', () => process.exit());
register();
const { answerTasks } = await import('./reading.ts');
answerTasks(process);
