import { informationPage, type Operator } from '@sw/domain/outreach/information';
import type { AnyRouter } from '@tanstack/react-router';
import type { Api } from '../lib/api/client.ts';
import { renderInformation } from './information.tsx';
import { renderLanding } from './landing.tsx';
import { type PublicAnswer, renderPublic } from './public.tsx';

/** What a page without framework is rendered with. */
export interface PageAsked {
	readonly api: Api;
	readonly origin: string;
	readonly unlisted: boolean;
	readonly operator: Operator | null;
	/** Markdown of the operator that takes the place of the page's words. */
	readonly own: string | null;
	/** Links of the application, drawn without it. */
	readonly routerAt: (address: string) => AnyRouter;
}

/** The page without framework of an address; undefined where it has none. The query counts for the landing alone. */
export const renderPage = async (address: string, asked: PageAsked): Promise<PublicAnswer | undefined> => {
	const [path = '/', search = ''] = address.split(/(?=\?)/);
	if (path === '/') return renderLanding(search, asked);
	const information = informationPage(path);
	return information ? renderInformation(information, asked) : renderPublic(path, asked);
};
