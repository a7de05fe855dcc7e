/** Title of the page of decisions, needed by a route before its page loads. */
export const decisionsTitle = 'Decisions';
