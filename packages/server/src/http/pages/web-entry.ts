import type { Operator } from '@sw/domain/outreach/information';

interface ApiRequest {
	method: string;
	url: string;
	body?: unknown;
}

/** Context of a page's rendering; the web package declares the same shape. */
export interface RenderContext {
	/** Calls the API within the process as the reader of the page. */
	api: (request: ApiRequest) => Promise<{ status: number; body: unknown }>;
	nonce: string;
	scheme: 'dark' | 'light' | 'auto';
	origin: string;
}

/** A static page, and what its policy must allow; the web package declares the same shape. */
export interface PublicAnswer {
	/** 503: data was missing, and the page is not cached. */
	readonly status: 200 | 404 | 503;
	readonly html: string;
	readonly noindex: boolean;
	readonly scripts: readonly string[];
	readonly styles: readonly string[];
}

/** The web package's built server entry, in one language. */
export interface WebEntry {
	fetch(request: Request, options: { context: RenderContext }): Response | Promise<Response>;
	/**
	 * `address`: path, with the query for the landing page. `own`: Markdown of the operator that replaces the page's text. Undefined for paths without
	 * such a page.
	 */
	publicPage(
		address: string,
		context: Pick<RenderContext, 'api' | 'origin'> & { unlisted: boolean; operator: Operator | null; own: string | null },
	): Promise<PublicAnswer | undefined>;
}
