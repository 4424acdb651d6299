/** What a value of a field is in an expression, by the type that its kind names. */
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
