import { environmentOf, isOutOfSight } from '@sw/domain/access/site-host';

const PRIVATE = /^\/(?:auth|oauth|admin|profile|messages|target|reports|favourites|frozen-list|filter-settings-list|login|logout)(?:\/|$)/;

/** Whether search engines should skip a page: test hosts and environments, protected pages, errors. */
export const isUnlisted = (host: string, path: string, status: number, environment: string): boolean =>
	environmentOf(host, environment) !== 'prod' || isOutOfSight(host) || PRIVATE.test(path) || status >= 400;

/** Unlisted pages stay open to crawlers here: otherwise they would never see the noindex. */
export const robots = (origin: string): string =>
	`User-agent: *\nAllow: /api/preview/file\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
