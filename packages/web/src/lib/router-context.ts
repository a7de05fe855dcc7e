import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api/client.ts';
import type { Palette, Scheme } from './storage/appearance.ts';

/** Context of every route's loader and head. It contains the functions, because loader data is serialized for the browser and therefore can't contain any. */
export interface RouterContext {
	api: Api;
	queryClient: QueryClient;
	scheme: Scheme;
	palette: Palette;
	/** Whether a list was already shown during this visit. */
	hasBrowsingSession: () => boolean;
	/** Origin for absolute links, without a trailing slash. */
	origin: string;
}
