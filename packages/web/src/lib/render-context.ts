import type { ApiTransport } from '@sw/contract/client/transport';
import type { Palette } from './storage/palette.ts';
import type { Scheme } from './storage/scheme.ts';

/** What the server passes to the rendering of one request. */
export interface RenderContext {
	/** Calls the API in the same process, with the visitor's address and cookies. */
	api: ApiTransport;
	/** For the answer's Content-Security-Policy. */
	nonce: string;
	/** Value of the cookie `theme`. */
	scheme: Scheme;
	/** Value of the cookie `palette`. Default: read from the request. */
	palette?: Palette;
	/** The request's cookies. */
	cookies?: string;
	/** The site's public origin, for absolute links in heads. Default: the request's. */
	origin?: string;
}
