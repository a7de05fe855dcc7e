import type { PublicPage } from '@sw/domain/prices/public-pages';
import { localPath } from '../../lib/local-path.ts';
import { descriptionOf, publicWords as words } from './words.ts';

interface StructuredDataInput {
	page: PublicPage;
	origin: string;
	/** First and last instant of the table's data; null if it is empty. */
	from: string | null;
	time: string | null;
}

/** Describes a page's breadcrumbs and content as schema.org's BreadcrumbList and Dataset. */
export function createStructuredData({ page, origin, from, time }: StructuredDataInput): object[] {
	const url = `${origin}${localPath(page.path)}`;
	const crumbs = {
		'@context': 'https://schema.org',
		'@type': 'BreadcrumbList',
		itemListElement: [
			{ '@type': 'ListItem', position: 1, name: words.movers, item: `${origin}/top` },
			{ '@type': 'ListItem', position: 2, name: page.title, item: url },
		],
	};
	if (from === null || time === null) return [crumbs];
	return [
		crumbs,
		{
			'@context': 'https://schema.org',
			'@type': 'Dataset',
			name: page.title,
			description: descriptionOf(page.title, page.tables[0].category),
			url,
			isAccessibleForFree: true,
			dateModified: time,
			temporalCoverage: `${from}/${time}`,
			creator: { '@type': 'Organization', name: words.product, url: `${origin}${localPath('/')}` },
		},
	];
}

/** Converts a value to JSON that is safe inside a script element. */
export function toScriptJson(data: object): string {
	return JSON.stringify(data).replaceAll('<', '\\u003c');
}
