import { routes } from 'virtual:routes';
import { type AnyRouter, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { createApi } from './lib/api/client.ts';
import type { Given } from './lib/given.ts';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { inItsLanguage } from './pages/in-its-language.ts';
import type { PublicAnswer } from './pages/public.tsx';
import { type PageAsked, renderPage } from './pages/without-framework.ts';

/** Writes links of the application and knows none of its pages: those are not translated. */
const routerAt = (address: string): AnyRouter =>
	createRouter({
		routeTree: createRootRoute(),
		parseSearch,
		stringifySearch,
		pathParamsAllowedCharacters: [':'],
		history: createMemoryHistory({ initialEntries: [address] }),
	});

/** The pages without framework in the language that this is built in; the server's entry renders them in that of the sources. */
export default {
	publicPage: async (
		address: string,
		{ api, ...given }: Pick<Given, 'api'> & Omit<PageAsked, 'api' | 'routerAt'>,
	): Promise<PublicAnswer | undefined> => {
		const answer = await renderPage(address, { ...given, api: createApi(routes, api), routerAt });
		return answer && { ...answer, html: inItsLanguage(answer.html) };
	},
};
