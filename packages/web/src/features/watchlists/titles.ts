/** Title of the watchlists page, needed by a route before its page loads. */
export const watchlistsTitle = 'Watchlists';
