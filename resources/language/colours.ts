/** Colours that a definition can give to states and rows; the theme defines their appearance. */
export const COLOURS = ['neutral', 'info', 'accent', 'warning', 'success', 'danger', 'violet'] as const;
export type Colour = (typeof COLOURS)[number];

/** Colour tokens of the theme that an option can be marked with; all are visible on list and form backgrounds in both themes. */
export const MARKS = [
  'accent',
  'brass',
  'danger',
  'muted',
  'info-text',
  'success-text',
  'warning-text',
  'danger-text',
  'stage-created-dot',
  'stage-progress-dot',
  'stage-resolved-dot',
  'stage-canceled-dot',
  'news-info-fg',
  'news-accident-bg',
  'news-alert-fg',
  'news-report-fg',
  'news-adv-fg',
  'meter-gas',
  'meter-heating',
  'user-active',
  'user-created',
  'user-suspended',
] as const;
