import * as z from 'zod';

/** What a field of a record, or a column of its rows, may be called. A pattern's message is the code of its mistake, see `definition-problem.ts`. */
export const fieldName = z.string().regex(/^[a-z][a-zA-Z0-9_]{0,59}$/, 'fieldName');
