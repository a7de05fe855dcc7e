/** Title of the compare page, needed by a route before its page loads. */
export const compareTitle = 'Compare';
