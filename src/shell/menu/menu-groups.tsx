import { type ReactNode, useId } from 'react';
import classes from './menu.module.css';
import { grouped, type MenuSection } from './menu-sections.ts';

/** Entries of a menu as items of its list, those of a group under its heading. */
export function MenuGroups({
  sections,
  children,
}: {
  sections: readonly MenuSection[];
  children: (section: MenuSection) => ReactNode;
}) {
  const id = useId();
  const menuItems = (some: readonly MenuSection[]) =>
    some.map((section) => <li key={section.path}>{children(section)}</li>);
  return grouped(sections).map(({ group, sections: some }, at) =>
    group === undefined ? (
      menuItems(some)
    ) : (
      <li key={group} className={classes.group}>
        <span id={`${id}${at}`}>{group}</span>
        <ul aria-labelledby={`${id}${at}`}>{menuItems(some)}</ul>
      </li>
    ),
  );
}
