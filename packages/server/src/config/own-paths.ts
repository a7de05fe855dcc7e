import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { LANGUAGES } from '@sw/domain/outreach/languages';
import { isPublicPath, PUBLIC_PAGES, publicAlias } from '@sw/domain/prices/public-pages';

const PAGES =
	'admin alerts auth breadth compare decisions favourites filter-settings-list frozen-list login logout main messages oauth prices profile reports search signal-search target ticker top watchlists';
const FILES =
	'.well-known api assets embed feeds llms.txt oembed proof robots.txt simulated-checkout site.js sitemap.xml sw.js unsubscribe verify.py';

/** First parts of the site's paths. */
const OWN: ReadonlySet<string> = new Set([
	...`${PAGES} ${FILES}`.split(' '),
	...LANGUAGES.flatMap(({ mark }) => (mark === '' ? [] : [firstPart(mark)])),
	...[...INFORMATION_PAGES, ...PUBLIC_PAGES].map(({ path }) => firstPart(path)),
]);

/** Whether a path begins like a page or file of the site, so that a site below it could be mistaken for the page. */
export function isOwnPath(path: string): boolean {
	return OWN.has(firstPart(path)) || isPublicPath(path) || publicAlias(path) !== undefined;
}

function firstPart(path: string): string {
	return path.split('/')[1] ?? '';
}
