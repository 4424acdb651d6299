import { Drafty } from 'tinode-sdk';

/** The message that is replied to. */
export interface QuotedMessage {
  seq: number;
  from: string;
  name: string;
  text: string;
}

/** Maximum length of the quote, characters. */
const MAX_QUOTE_LENGTH = 120;

/** Content of a reply: a quote of the original message, then the text (A8). */
export function replyContent({ from, name, text }: QuotedMessage, replyText: string): unknown {
  const shortened = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
  const quote = Drafty.quote(name || '—', from, { txt: shortened.replaceAll('\n', ' ') });
  return Drafty.append(quote, { txt: replyText });
}

type LooseObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is LooseObject => typeof value === 'object' && value !== null;
const integerOrZero = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : 0);

/** Replaces the text of a message and keeps a quote at its start (A8). */
export function editedContent(previousContent: unknown, newText: string): unknown {
  if (!isObject(previousContent) || typeof previousContent.txt !== 'string' || !Array.isArray(previousContent.fmt))
    return newText;
  const styles = previousContent.fmt.filter(isObject);
  const quote = styles.find(({ tp, at }) => tp === 'QQ' && integerOrZero(at) === 0);
  if (!quote) return newText;
  const length = integerOrZero(quote.len);
  // Positions count grapheme clusters, as the SDK does.
  const graphemes = [...new Intl.Segmenter('ru').segment(previousContent.txt)].map(({ segment }) => segment);
  const quoted = {
    ...previousContent,
    txt: graphemes.slice(0, length).join(''),
    fmt: styles.filter(({ at, len }) => integerOrZero(at) >= 0 && integerOrZero(at) + integerOrZero(len) <= length),
  };
  return Drafty.append(quoted, { txt: newText });
}
