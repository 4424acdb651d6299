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
  const menuItems = (items: readonly MenuSection[]) =>
    items.map((section) => <li key={section.path}>{children(section)}</li>);
  return grouped(sections).map(({ group, sections: groupSections }, at) =>
    group === undefined ? (
      menuItems(groupSections)
    ) : (
      <li key={group} className={classes.group}>
        <span id={`${id}${at}`}>{group}</span>
        <ul aria-labelledby={`${id}${at}`}>{menuItems(groupSections)}</ul>
      </li>
    ),
  );
}
