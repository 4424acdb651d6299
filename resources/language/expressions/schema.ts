import * as z from 'zod';

/** Maximum length of an expression, characters. */
export const EXPRESSION_MAX = 500;

/** Schema of the source of an expression; compiling it is a separate check. */
export const expressionText = z.string().trim().min(1).max(EXPRESSION_MAX);
