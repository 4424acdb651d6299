/** Id of a section on the page; the step list, the tabs and `?screen=` lead to it. */
export const sectionId = (index: number) => `section-${index + 1}`;
