import * as z from 'zod';
import { FIELD_NAME } from './names.ts';

/** The name of a field of a record, or of a column of its rows. The second argument is a `ProblemCode`, not a sentence. */
export const fieldName = z.string().regex(FIELD_NAME, 'fieldName');
