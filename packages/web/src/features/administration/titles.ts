/** What a route needs before its page is loaded. */
export const adminTitles = { title: 'Administration' } as const;
