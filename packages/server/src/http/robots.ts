import { environmentOf, isOutOfSight } from '@sw/domain/access/site-host';

const PRIVATE = /^\/(?:auth|oauth|admin|profile|messages|target|reports|favourites|frozen-list|filter-settings-list|login|logout)(?:\/|$)/;

/** Whether search engines are asked to leave a page out: hosts and environments for trying things, protected pages, errors. */
export const isUnlisted = (host: string, path: string, status: number, environment: string): boolean =>
	environmentOf(host, environment) !== 'prod' || isOutOfSight(host) || PRIVATE.test(path) || status >= 400;

/** Pages that are not to be listed stay open to crawlers here, or they would never see that they are unlisted. */
export const robots = (origin: string): string =>
	`User-agent: *\nAllow: /api/preview/file\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
