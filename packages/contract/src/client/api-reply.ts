export interface ApiReply {
	status: number;
	/** Parsed JSON; undefined when the answer has no body. */
	body: unknown;
	/** The raw body; absent where the server renders, which does not need it. */
	text?: string;
	headers?: Headers;
}
