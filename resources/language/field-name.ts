import * as z from 'zod';

/** What a field of a record, or a column of its rows, may be called. The second argument is a `ProblemCode`, not a sentence. */
export const fieldName = z.string().regex(/^[a-z][a-zA-Z0-9_]{0,59}$/, 'fieldName');
