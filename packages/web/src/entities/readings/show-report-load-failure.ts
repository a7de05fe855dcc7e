import { snack } from '../../ui/snackbars/snack.ts';

const words = {
	lastReportFailed: 'Failed to load last report',
	navigationMissing: 'Report navigation is not available',
} as const;

/** Shows an error on report pages, which are empty without the report. Elsewhere, it shows a warning, because the page is still usable. */
export function showReportLoadFailure(path: string): void {
	(/^\/reports(?:\/|$)/.test(path) ? snack.error : snack.warning)(words.lastReportFailed, words.navigationMissing);
}
