/** Needed by a route before its page loads. */
export const adminTitles = { title: 'Administration' } as const;
