import { type ReactNode, useId } from 'react';
import classes from './menu.module.css';
import { groupSections, type MenuSection } from './menu-sections.ts';

/** Menu entries as list items; entries of a group are under its heading. */
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
  return groupSections(sections).map(({ group, sections: groupSections }, index) =>
    group === undefined ? (
      menuItems(groupSections)
    ) : (
      <li key={group} className={classes.group}>
        <span id={`${id}${index}`}>{group}</span>
        <ul aria-labelledby={`${id}${index}`}>{menuItems(groupSections)}</ul>
      </li>
    ),
  );
}
