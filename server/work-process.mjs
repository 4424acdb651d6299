/**
 * Does work that may need more memory or time than the server has to give, in a process of its own: a thread that runs out of memory, or
 * a decoder that fails, can take the whole process with it. Plain JavaScript on purpose: the file has to load the same under tsx,
 * jest and a bundle; what it does stands in the module that is named, whose `answerWork` it calls.
 */
import { register } from 'tsx/esm/api';

if (!process.send) throw new Error('work-process.mjs is begun by work-process.ts only');

// The process that asked has gone.
process.once('disconnect', () => process.exit());
register();
const { answerWork } = await import(process.argv[2]);
answerWork(process);
