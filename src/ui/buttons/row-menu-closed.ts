/** What is to be done once the three dots of a row menu are gone, by them: whoever deletes their record says it. */
export const rowMenuClosed = new WeakMap<HTMLElement, () => void>();
