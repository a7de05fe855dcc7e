/** Title of the page of published effects, needed by a route before its page loads. */
export const replicationTitle = 'Published effects';
