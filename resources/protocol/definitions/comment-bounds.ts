/** Maximum length of a comment, characters. Kept apart from the schemas, so that the card does not bundle zod. */
export const COMMENT_LENGTH_MAX = 2_000;
