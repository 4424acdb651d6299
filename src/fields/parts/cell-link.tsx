import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';

/** Whether cells are rendered inside a control, such as a draggable board card, which must not contain links. */
export const WithinControl = createContext(false);

/** Target of a link in a cell: a page of the console (`to`) or an external URL (`href`), with `isNewTab` in a new tab. */
type Target = { to: string } | { href: string; isNewTab?: boolean };

/** Prevents a click on the link from opening the record of its row. */
const stopRowClick = (event: MouseEvent) => event.stopPropagation();

/** A link in a cell; plain text inside a control. @param title tooltip */
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
      <Link to={target.to} title={title} onClick={stopRowClick}>
        {children}
      </Link>
    );
  const newTab = target.isNewTab ? { target: '_blank', rel: 'noreferrer noopener' } : {};
  return (
    <a className="link" href={target.href} title={title} onClick={stopRowClick} {...newTab}>
      {children}
    </a>
  );
}
