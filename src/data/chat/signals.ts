/** A window title without the number of unread messages before it. */
export const withoutNumber = (title: string): string => title.replace(/^\(\d+\) /, '');

/** «(3) Общение – Управдом»; the title alone for none. */
export const withNumber = (title: string, unread: number): string =>
  unread > 0 ? `(${unread}) ${withoutNumber(title)}` : withoutNumber(title);
