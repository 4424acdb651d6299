import * as z from 'zod';
import { FIELD_NAME } from './names.ts';

/** Name of a field or of a column of rows. The second argument is a `ProblemCode`, not a message. */
export const fieldName = z.string().regex(FIELD_NAME, 'fieldName');
