import classes from './long-words.module.css';

/** Characters that stand in one or two lines of any column, and a word of more than a column takes. */
const SHORT = 40;
const LONG_WORD = /\S{21}/u;

/** A text as it is; in a table the first lines of a long one, all of it on hover. */
export function LongWords({ text }: { text: string }) {
  return text.length <= SHORT && !LONG_WORD.test(text) ? (
    text
  ) : (
    <span className={classes.words} title={text}>
      {text}
    </span>
  );
}
