/** Characters of a comment on a record. Apart from the shapes, so that the card comes without the library that checks those. */
export const COMMENT_LENGTH = 2_000;
