/** Colours that a definition gives to states and rows; the theme says what each looks like. */
export const COLOURS = ['neutral', 'info', 'accent', 'warning', 'success', 'danger', 'violet'] as const;
export type Colour = (typeof COLOURS)[number];
