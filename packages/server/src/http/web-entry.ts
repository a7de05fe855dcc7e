import type { Operator } from '@sw/domain/outreach/information';

interface ApiRequest {
	method: string;
	url: string;
	body?: unknown;
}

/** What a page's rendering is handed; the web package states the same shape. */
export interface Given {
	/** Calls the API inside the process as the reader of the page. */
	api: (request: ApiRequest) => Promise<{ status: number; body: unknown }>;
	nonce: string;
	scheme: 'dark' | 'light' | 'auto';
	origin: string;
}

/** A page without framework, and what its policy has to let in; the web package states the same shape. */
export interface PublicAnswer {
	/** 503: something did not come, and nobody keeps the page. */
	readonly status: 200 | 404 | 503;
	readonly html: string;
	readonly noindex: boolean;
	readonly scripts: readonly string[];
	readonly styles: readonly string[];
}

/** The web package's built server entry, in one language. */
export interface WebEntry {
	fetch(request: Request, given: { context: Given }): Response | Promise<Response>;
	/** `address`: path, and for the landing its query. `own`: Markdown of the operator that takes the place of the page's words. Undefined for paths that have no such page. */
	publicPage(
		address: string,
		given: Pick<Given, 'api' | 'origin'> & { unlisted: boolean; operator: Operator | null; own: string | null },
	): Promise<PublicAnswer | undefined>;
}
