import { useTranslate } from 'react-admin';
import type { FieldOf } from '#resources/language/define-resource.ts';
import { ICONS, type IconName } from '#resources/language/icons.ts';

/** One thing that can be chosen, as it is shown. */
export interface Option {
  value: string;
  label: string;
  icon: IconName | null;
  /** Name of a colour token. */
  mark: string | null;
}

const isIcon = (name: string | undefined): name is IconName => (ICONS as readonly string[]).includes(name ?? '');

/** What can be chosen, in the definition's order, with translated labels. */
export function useChoices(resource: string, source: string, field: Pick<FieldOf<'choice'>, 'options'>): Option[] {
  const translate = useTranslate();
  return field.options.map(({ value, label, icon, mark }) => ({
    value,
    label: translate(`resources.${resource}.choices.${source}.${value}`, { _: label ?? value }),
    icon: isIcon(icon) ? icon : null,
    mark: mark ?? null,
  }));
}
