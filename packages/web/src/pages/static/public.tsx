import { first, last } from 'virtual:public-scripts';
import { FAMILIES, familyOfPath, PUBLIC_PAGES, type PublicPage, publicPage } from '@sw/domain/prices/public-pages';
import { renderToStaticMarkup } from 'react-dom/server';
import wheel from '../../charts/wheel/wheel.module.css?inline';
import frame from '../../features/public-pages/frame.module.css?inline';
import page from '../../features/public-pages/public.module.css?inline';
import { PublicDocument } from '../../features/public-pages/public-document.tsx';
import { MissingTable, PublicPageBody, type RelatedPage } from '../../features/public-pages/public-page.tsx';
import { createStructuredData } from '../../features/public-pages/structured-data.ts';
import { descriptionOf, publicWords as words } from '../../features/public-pages/words.ts';
import type { Api } from '../../lib/api/client.ts';
import type { PublicTableAnswer } from '../../lib/api/types.ts';
import base from '../../styles/base.css?inline';
import tokens from '../../styles/tokens.css?inline';
import change from '../../ui/content/change.module.css?inline';
import pill from '../../ui/report/pill.module.css?inline';

const publicStyles = [tokens, base, change, pill, wheel, frame, page].join('\n');

/** A rendered page without a framework. `scripts` and `styles` are inline, and the page's content policy must allow them. */
export interface PublicAnswer {
	readonly status: 200 | 404 | 503;
	readonly html: string;
	/** Whether search engines must not list the page. */
	readonly noindex: boolean;
	readonly scripts: readonly string[];
	readonly styles: readonly string[];
}

/** Returns the scripts and styles of a page without a framework. `extraStyles`: additional styles. */
export function createPageParts(extraStyles = '') {
	const styles = publicStyles + extraStyles;
	return { parts: { styles, scripts: { first, last } }, allowed: { scripts: [first, last], styles: [styles] } };
}

const { parts, allowed } = createPageParts();
export const DOCTYPE = '<!doctype html>';

/** Renders the public page of a path, or the not-found page of its family. Undefined for all other paths. */
export async function renderPublic(path: string, { api, origin, unlisted }: { api: Api; origin: string; unlisted: boolean }) {
	const page = publicPage(path);
	const family = page ? undefined : familyOfPath(path);
	if (!page && !family) return undefined;
	if (!page) {
		const { provider } = await api.operations.health({ query: {} });
		const head = {
			title: words.missing,
			description: words.missing,
			path,
			everyLanguage: false,
			origin,
			noindex: true,
			structuredData: [],
			picture: '',
		};
		const html = renderToStaticMarkup(
			<PublicDocument {...head} {...parts} simulated={provider.simulated} source={provider.label}>
				{family ? <MissingTable family={family} /> : null}
			</PublicDocument>,
		);
		return { status: 404, html: DOCTYPE + html, noindex: true, ...allowed } satisfies PublicAnswer;
	}
	const linkedPages = findRelatedPages(page);
	const [tables, linkedTables] = await Promise.all([
		Promise.all(page.tables.map((rule) => loadTable(api, rule))),
		Promise.all(linkedPages.map((linkedPage) => loadTable(api, linkedPage.tables[0]))),
	]);
	const [table] = tables;
	if (!table) return undefined;
	const relatedPages = linkedPages.flatMap((linkedPage, at): RelatedPage[] =>
		linkedTables[at] ? [{ page: linkedPage, table: linkedTables[at] }] : [],
	);
	const noindex = unlisted || !table.shown || table.items.length === 0;
	const html = renderToStaticMarkup(
		<PublicDocument
			title={page.title}
			description={descriptionOf(page.title, page.tables[0].category)}
			path={page.path}
			origin={origin}
			noindex={noindex}
			structuredData={noindex ? [] : createStructuredData({ page, origin, from: table.from, time: table.time })}
			picture={`?${new URLSearchParams({ category: page.tables[0].category, interval: page.tables[0].interval })}`}
			simulated={table.simulated}
			source={table.provider}
			{...parts}
		>
			<PublicPageBody page={page} tables={tables} relatedPages={relatedPages} />
		</PublicDocument>,
	);
	return { status: 200, html: DOCTYPE + html, noindex, ...allowed } satisfies PublicAnswer;
}

function loadTable(api: Api, { category, interval }: PublicPage['tables'][number]): Promise<PublicTableAnswer> {
	return api.prices.landingPage({ query: { category, interval } });
}

/** Returns one page of each other family: the page with the same interval, otherwise the first page. */
function findRelatedPages({ family, tables }: PublicPage): PublicPage[] {
	return FAMILIES.filter(({ name }) => name !== family).flatMap(({ name }) => {
		const pages = PUBLIC_PAGES.filter((page) => page.family === name);
		return pages.find((page) => page.tables[0].interval === tables[0].interval) ?? pages[0] ?? [];
	});
}
