const FORMAT = new Intl.NumberFormat('ru', { style: 'currency', currency: 'RUB' });
const PLAIN = new Intl.NumberFormat('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** «1 234,50 ₽» of 123450 kopecks. */
export const amount = (kopecks: number): string => FORMAT.format(kopecks / 100);

/** «1 234,50»: the same for a box that has the sign behind it; a text that is no amount stays as it was typed. */
export function amountText(value: unknown): string {
  return typeof value === 'number' ? PLAIN.format(value / 100) : String(value ?? '');
}

/** The mask: digits, blanks between thousands, one comma with two digits behind it, a minus in front. */
export function masked(typed: string): string {
  const text = typed.replace(/\./g, ',').replace(/[^\d,\s\u00a0-]/g, '');
  const minus = text.trimStart().startsWith('-') ? '-' : '';
  const [roubles = '', ...rest] = text.replace(/-/g, '').split(',');
  const hundredths = rest.join('').replace(/\D/g, '').slice(0, 2);
  return `${minus}${roubles}${rest.length ? `,${hundredths}` : ''}`;
}
