import type { Operator } from '@sw/domain/outreach/information';

interface ApiRequest {
	method: string;
	url: string;
	body?: unknown;
}

/** Context for rendering a page. The web package declares the same shape. */
export interface RenderContext {
	/** Calls the API within the process as the reader of the page. */
	api: (request: ApiRequest) => Promise<{ status: number; body: unknown }>;
	nonce: string;
	scheme: 'dark' | 'light' | 'auto';
	origin: string;
}

/** A static page, with the inline scripts and styles that its policy must allow. The web package declares the same shape. */
export interface PublicAnswer {
	/** 503 if data was missing; the page isn't cached then. */
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
	 * Renders a static page; undefined for paths without one. `address`: the path, for the landing page with its query. `own`: Markdown of the operator
	 * that replaces the page's text.
	 */
	publicPage(
		address: string,
		context: Pick<RenderContext, 'api' | 'origin'> & { unlisted: boolean; operator: Operator | null; own: string | null },
	): Promise<PublicAnswer | undefined>;
}
