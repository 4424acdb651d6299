/** How a field's value appears in an expression; each kind names one. */
export type ExpressionType =
  | 'text'
  | 'yes-no'
  | 'given'
  | 'number'
  | 'money'
  | 'day'
  | 'month'
  | 'id'
  | 'ids'
  | 'texts'
  | 'rows';
