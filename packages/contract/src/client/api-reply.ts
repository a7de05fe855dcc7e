export interface ApiReply {
	status: number;
	/** Parsed JSON; undefined when the answer has no body. */
	body: unknown;
	/** As they came; absent where the server renders, which has none to read them. */
	text?: string;
	headers?: Headers;
}
