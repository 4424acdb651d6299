import type { ComponentProps, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { trimEnd } from '#resources/trim-end.ts';
import { usePrefetch } from '../prefetch.ts';
import type { MenuSection } from './menu-sections.ts';

const bare = (path: string): string => (trimEnd(path, '/') || '/').toLowerCase();

/** Whether an address is a page of a section: its list, its forms, and where it says so what stands below its address. */
function isWithin(section: MenuSection, address: string): boolean {
  const { path, within, pages = [] } = section;
  return [path, ...pages].some((page) => bare(page) === address) || (within === true && address.startsWith(`${path}/`));
}

/** The link of a menu entry, marked on every page of its section; its code is loaded before it is pressed. */
export function MenuLink({
  section,
  children,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'to' | 'children'> & {
  section: MenuSection;
  children: (isActive: boolean) => ReactNode;
}) {
  const isActive = isWithin(section, bare(useLocation().pathname));
  const ahead = usePrefetch(section.path);
  return (
    <Link {...rest} {...ahead} to={section.path} aria-current={isActive ? 'page' : undefined}>
      {children(isActive)}
    </Link>
  );
}
