import { isOutOfSight } from '@sw/domain/access/site-host';

/**
 * Asks search engines to leave the page out on hosts that end in .asia: crawlers that run scripts read it here, all others in the response header.
 */
export function hideFromCrawlers(host: string, head: HTMLHeadElement = document.head): void {
	if (!isOutOfSight(host) || head.querySelector('meta[name="robots"]')) return;
	const robots = document.createElement('meta');
	robots.name = 'robots';
	robots.content = 'noindex';
	head.append(robots);
}
