import { snack } from '../../ui/snack.ts';

const words = {
	lastReportFailed: 'Failed to load last report',
	navigationMissing: 'Report navigation is not available',
} as const;

/** An error on report pages, which show nothing else; elsewhere a warning, since the page itself stays. */
export function showLastReportFailed(path: string): void {
	(/^\/reports(?:\/|$)/.test(path) ? snack.error : snack.warning)(words.lastReportFailed, words.navigationMissing);
}
