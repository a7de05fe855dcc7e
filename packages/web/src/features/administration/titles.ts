/** Title of the administration, needed by its route before the page loads. */
export const adminTitles = { title: 'Administration' } as const;
