/** The type of a value of a field in an expression, by the type that its kind names. */
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
