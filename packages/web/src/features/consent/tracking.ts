import { isOutOfSight } from '@sw/domain/access/site-host';
import type { Consent } from './consent-rules.ts';
import { fetchSiteConfig } from './site-config.ts';

/** Minimum time on a page before it is counted, in milliseconds. */
export const TRACKING_AFTER = 3_000;

/** Whether this reader's page views are counted on this host. */
export function isTracked(consent: Consent | undefined, host: string): boolean {
	return consent?.identification === true && !isOutOfSight(host);
}

let begun = false;

/** Counts this page view after three seconds, if the reader has consented and still does then. */
export function startTracking(consent: () => Consent | undefined): void {
	if (begun || !isTracked(consent(), location.hostname)) return;
	begun = true;
	setTimeout(() => {
		if (isTracked(consent(), location.hostname)) load().catch(() => {});
		else begun = false;
	}, TRACKING_AFTER);
}

/** Loads the analytics script once, if the operator has one. */
async function load(): Promise<void> {
	const { tracking } = await fetchSiteConfig();
	if (tracking === null) return;
	const script = document.createElement('script');
	script.src = tracking;
	script.async = true;
	document.head.append(script);
}
