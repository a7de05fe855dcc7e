export interface ApiRequest {
	method: string;
	/** Path with its query, from the root of the site. */
	url: string;
	body?: unknown;
	/** The declared headers; undefined ones are left out. */
	headers?: Record<string, string | undefined> | undefined;
}

/** Sends one call: by `fetch` in a browser, by a direct call while the server renders a page, with a key in a program. */
export type ApiTransport = (request: ApiRequest) => Promise<ApiReply>;

export interface ApiReply {
	status: number;
	/** Parsed JSON; undefined when the response has no body. */
	body: unknown;
	/** The raw body; absent if the server renders the page, because nothing needs it then. */
	text?: string;
	headers?: Headers;
}
