const FORMAT = new Intl.NumberFormat('ru', { style: 'currency', currency: 'RUB' });
const PLAIN = new Intl.NumberFormat('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** «1 234,50 ₽» of 123450 kopecks. */
export const amount = (kopecks: number): string => FORMAT.format(kopecks / 100);

/** «1 234,50»: the same for a box that has the sign behind it; a text that is no amount stays as it was typed. */
export function amountText(value: unknown): string {
  return typeof value === 'number' ? PLAIN.format(value / 100) : String(value ?? '');
}
