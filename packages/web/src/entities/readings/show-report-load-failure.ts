import { snack } from '../../ui/snackbars/snack.ts';

const words = {
	lastReportFailed: 'Failed to load last report',
	navigationMissing: 'Report navigation is not available',
} as const;

/** An error on report pages, which show nothing else; elsewhere a warning, since the page itself stays. */
export function showReportLoadFailure(path: string): void {
	(/^\/reports(?:\/|$)/.test(path) ? snack.error : snack.warning)(words.lastReportFailed, words.navigationMissing);
}
