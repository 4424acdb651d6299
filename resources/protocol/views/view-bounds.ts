/** Characters of a name and of a query, and how many views one person keeps of one list. */
export const VIEW_LIMITS = { name: 60, query: 2_000, ofList: 50 } as const;

/** The name under which templates of requests are kept as views: what the form of a new one is filled with, as JSON in `query`. */
export const TASK_TEMPLATES = 'task-templates';
