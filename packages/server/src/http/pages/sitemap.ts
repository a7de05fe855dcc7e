import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { addressInLanguage, LANGUAGES } from '@sw/domain/outreach/languages';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { z } from 'zod';
import type { RenderContext } from './web-entry.ts';

export interface Listing {
	/** Ids of tickers with a page of their own. */
	readonly tickers: readonly number[];
	/** ISO time of the newest public report; undefined if there is none. */
	readonly time: string | undefined;
}

/** Pages that are always listed, unlike tables and tickers. */
const PERMANENT_PATHS = ['/', '/top', '/prices', ...INFORMATION_PAGES.map(({ path }) => path)];
/** The protocol's maximum number of URLs per file. */
const MAX_URLS = 50_000;

const shownTable = z.object({ shown: z.boolean(), total_count: z.number() });

/** Lists the paths for search engines: pages that answer 200 at their canonical URL without noindex. */
export async function listPaths(api: RenderContext['api'], { tickers, time }: Listing): Promise<string[]> {
	const tables = await Promise.all(
		PUBLIC_PAGES.map(async ({ path, tables: [{ category, interval }] }) => {
			const { status, body } = await api({ method: 'GET', url: `/api/landing/page?category=${category}&interval=${interval}` });
			const result = shownTable.safeParse(body);
			return status === 200 && result.success && result.data.shown && result.data.total_count > 0 ? [path] : [];
		}),
	);
	const tablePaths = tables.flat();
	const tickerPaths = tablePaths.length > 0 && time !== undefined ? tickers.map((id) => `/ticker/${id}`) : [];
	return [...PERMANENT_PATHS, ...tablePaths, ...tickerPaths].slice(0, MAX_URLS);
}

/** Writes a sitemap (sitemaps.org 0.9). Every page was last changed at `time`. Translated pages are listed once per language, with links to all languages. */
export function createSitemap(
	origin: string,
	paths: readonly string[],
	time: string | undefined,
	isTranslated: (path: string) => boolean = () => false,
): string {
	const lastModified = time === undefined ? '' : `<lastmod>${time}</lastmod>`;
	const urlsOf = (path: string): string[] => {
		if (!isTranslated(path)) return [`<url><loc>${escapeXml(origin + path)}</loc>${lastModified}</url>`];
		const translations = LANGUAGES.map(({ code }) => ({ code, url: escapeXml(origin + addressInLanguage(code, path)) }));
		const alternates = translations.map(({ code, url }) => `<xhtml:link rel="alternate" hreflang="${code}" href="${url}"/>`).join('');
		return translations.map(({ url }) => `<url><loc>${url}</loc>${lastModified}${alternates}</url>`);
	};
	const urls = paths.flatMap(urlsOf);
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`;
}

function escapeXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes llms.txt, which describes the site and the addresses of its parts to AI agents. */
export function llmsText(origin: string): string {
	return `# Signalwheel

> Stock-market signals: at every quarter-hour of the trading day it measures, for every ticker and five timeframes, how extreme price, volume and option flow are, and publishes an immutable report. All results are hypothetical: a candidate is an unusual situation that was measured, never advice to buy or sell.

## Pages
${INFORMATION_PAGES.map(({ path, title, description }) => `- [${title}](${origin}${path}): ${description}`).join('\n')}
- [Prices](${origin}/prices): what each plan costs, and which reports of the day it opens
- [Top movers](${origin}/top): the tables, by interval and market capitalisation
${PUBLIC_PAGES.map(({ path, title }) => `- [${title}](${origin}${path})`).join('\n')}

## Data
- [API](${origin}/api/docs): every call with its parameters and responses
- [Sitemap](${origin}/sitemap.xml)
`;
}
