import { findInformationPage, type Operator } from '@sw/domain/outreach/information';
import type { AnyRouter } from '@tanstack/react-router';
import type { Api } from '../../lib/api/client.ts';
import { renderInformation } from './information.tsx';
import { renderLanding } from './landing.tsx';
import { type PublicAnswer, renderPublic } from './public.tsx';

/** The input for rendering a page without a framework. */
export interface StaticPageRequest {
	readonly api: Api;
	readonly origin: string;
	readonly unlisted: boolean;
	readonly operator: Operator | null;
	/** The operator's Markdown, which replaces the page's text. */
	readonly own: string | null;
	/** Creates a router fixed at a URL, to render the application's links outside it. */
	readonly createRouterAt: (url: string) => AnyRouter;
}

/** Renders a page without a framework by its URL; undefined if the URL has no such page. Only the landing page uses the query. */
export async function renderPage(url: string, request: StaticPageRequest): Promise<PublicAnswer | undefined> {
	const [path = '/', search = ''] = url.split(/(?=\?)/);
	if (path === '/') return renderLanding(search, request);
	const information = findInformationPage(path);
	return information ? renderInformation(information, request) : renderPublic(path, request);
}
