const conjoin = new Intl.ListFormat('ru', { type: 'conjunction' });

/** «ул. Лесная, 12 и 14; наб. Речников, 5»: houses of one street together, streets in the order they come in. */
export function addressesOf(buildings: readonly { street: string; number: string }[]): string {
  const streets = new Map<string, string[]>();
  for (const { street, number } of buildings) streets.set(street, [...(streets.get(street) ?? []), number]);
  return [...streets].map(([street, numbers]) => `${street}, ${conjoin.format(numbers)}`).join('; ');
}
