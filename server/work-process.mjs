/**
 * Runs work that may need too much memory or time in a process of its own: a thread that runs out of memory, or a crashing
 * decoder, could take down the server. Plain JavaScript, because the file must load the same under tsx, jest and a bundle; the
 * work itself is in the module named in argv, whose `answerWork` it calls.
 */
import { register } from 'tsx/esm/api';

if (!process.send) throw new Error('work-process.mjs is begun by work-process.ts only');

// Exit when the parent process has gone.
process.once('disconnect', () => process.exit());
register();
const { answerWork } = await import(process.argv[2]);
answerWork(process);
