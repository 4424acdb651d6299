import { Drafty } from 'tinode-sdk';

/** The message that is replied to. */
export interface QuotedMessage {
  seq: number;
  from: string;
  name: string;
  text: string;
}

/** Longest quote of the message that is replied to, characters. */
const QUOTE = 120;

/** The content of a reply: a quote of the message that it replies to, then the text (A8). */
export function replyContent({ from, name, text }: QuotedMessage, replyText: string): unknown {
  const cut = text.length > QUOTE ? `${text.slice(0, QUOTE)}…` : text;
  const quote = Drafty.quote(name || '—', from, { txt: cut.replaceAll('\n', ' ') });
  return Drafty.append(quote, { txt: replyText });
}

type LooseObject = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is LooseObject => typeof value === 'object' && value !== null;
const integerOrZero = (value: unknown): number => (typeof value === 'number' && Number.isInteger(value) ? value : 0);

/** A message with another text of its sender's; the quote it begins with stays (A8). */
export function editedContent(before: unknown, newText: string): unknown {
  if (!isLoose(before) || typeof before.txt !== 'string' || !Array.isArray(before.fmt)) return newText;
  const styles = before.fmt.filter(isLoose);
  const quote = styles.find(({ tp, at }) => tp === 'QQ' && integerOrZero(at) === 0);
  if (!quote) return newText;
  const length = integerOrZero(quote.len);
  // Positions count characters as a person sees them, as the SDK does.
  const letters = [...new Intl.Segmenter('ru').segment(before.txt)].map(({ segment }) => segment);
  const quoted = {
    ...before,
    txt: letters.slice(0, length).join(''),
    fmt: styles.filter(({ at, len }) => integerOrZero(at) >= 0 && integerOrZero(at) + integerOrZero(len) <= length),
  };
  return Drafty.append(quoted, { txt: newText });
}
