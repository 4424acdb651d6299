import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { trimEnd } from '#resources/trim-end.ts';
import { usePrefetch } from '../prefetch.ts';
import type { MenuSection } from './menu-sections.ts';

const normalizePath = (path: string): string => (trimEnd(path, '/') || '/').toLowerCase();

/** Whether a path is a page of a section: its list, its forms, or with `within` any path below it. */
function isWithin(section: MenuSection, address: string): boolean {
  const { path, within, pages = [] } = section;
  return (
    [path, ...pages].some((page) => normalizePath(page) === address) ||
    (within === true && address.startsWith(`${path}/`))
  );
}

/** Link of a menu entry, marked on all pages of its section; its code is prefetched on hover or focus. */
export function MenuLink({
  section,
  children,
  ...linkProps
}: Omit<ComponentProps<typeof Link>, 'to' | 'children'> & {
  section: MenuSection;
  children: (isActive: boolean) => ReactNode;
}) {
  const isActive = isWithin(section, normalizePath(useLocation().pathname));
  const prefetchProps = usePrefetch(section.path);
  return (
    <Link {...linkProps} {...prefetchProps} to={section.path} aria-current={isActive ? 'page' : undefined}>
      {children(isActive)}
    </Link>
  );
}
