import * as z from 'zod';

/** Characters of an expression. */
export const EXPRESSION_MAX = 500;

/** The text of an expression, before it is compiled. */
export const expressionText = z.string().trim().min(1).max(EXPRESSION_MAX);
