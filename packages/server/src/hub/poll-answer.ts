import type { ServerResponse } from 'node:http';

const HEADERS = {
	'cache-control': 'no-cache, no-store',
	pragma: 'no-cache',
	expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
};

/**
 * Answers a poll with records, or with none. Head and body are sent in one write, uncompressed and with their length, so that no proxy has a reason
 * to buffer them. A poll whose client has disconnected is ignored.
 */
export function answerPoll(response: ServerResponse, records: string): void {
	if (response.destroyed) return;
	const type = records === '' ? 'text/plain' : 'application/octet-stream';
	response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(records) });
	response.end(records);
}

/** Ends a poll with 204: this poll, or its connection, is over. */
export function endPoll(response: ServerResponse): void {
	if (response.destroyed) return;
	response.writeHead(204, HEADERS);
	response.end();
}
