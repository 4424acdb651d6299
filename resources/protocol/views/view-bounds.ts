/** Maximum length of a name and of a query, characters, and maximum number of views per person and list. */
export const VIEW_LIMITS = { name: 60, query: 2_000, perList: 50 } as const;

/** List name under which request templates are stored as views; `query` has the values of the form as JSON. */
export const TASK_TEMPLATES = 'task-templates';
