import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api/client.ts';
import type { Palette, Scheme } from './storage/appearance.ts';

/** What every route's loader and head can access. Functions are here and not in loader data, which is sent to the browser. */
export interface RouterContext {
	api: Api;
	queryClient: QueryClient;
	scheme: Scheme;
	palette: Palette;
	/** Whether this visit has already shown a list. */
	hasBrowsingSession: () => boolean;
	/** For absolute links, without a trailing slash. */
	origin: string;
}
