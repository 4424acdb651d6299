import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';

/** Whether cells are drawn inside a control, such as a card of a board that is dragged: links may not stand there. */
export const WithinControl = createContext(false);

/** The target of a cell: a page of the console (`to`), or an address outside of it (`href`), in a tab of its own where `isNewTab`. */
type Target = { to: string } | { href: string; isNewTab?: boolean };

/** Keeps a click on the link from opening the record whose row it is in. */
const keepRow = (event: MouseEvent) => event.stopPropagation();

/** A link of a cell; its text alone inside a control. @param title said on hover */
export function CellLink({
  target,
  title,
  children,
}: {
  target: Target;
  title?: string | undefined;
  children: ReactNode;
}) {
  if (useContext(WithinControl)) return children;
  if ('to' in target)
    return (
      <Link to={target.to} title={title} onClick={keepRow}>
        {children}
      </Link>
    );
  const newTab = target.isNewTab ? { target: '_blank', rel: 'noreferrer noopener' } : {};
  return (
    <a className="link" href={target.href} title={title} onClick={keepRow} {...newTab}>
      {children}
    </a>
  );
}
