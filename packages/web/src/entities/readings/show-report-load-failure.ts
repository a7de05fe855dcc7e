import { snack } from '../../ui/snackbars/snack.ts';

const words = {
	lastReportFailed: 'Failed to load last report',
	navigationMissing: 'Report navigation is not available',
} as const;

/** Shows an error on report pages, which have no other content, and a warning elsewhere, where the page stays usable. */
export function showReportLoadFailure(path: string): void {
	(/^\/reports(?:\/|$)/.test(path) ? snack.error : snack.warning)(words.lastReportFailed, words.navigationMissing);
}
