import type { AnswerOf } from '@sw/contract/define';
import type { hub } from '@sw/contract/hub';
import type { Connection } from './connection.ts';

type Negotiation = AnswerOf<typeof hub.negotiate, 200>;

const TRANSPORTS: Extract<Negotiation, { connectionId: string }>['availableTransports'] = [
	{ transport: 'LongPolling', transferFormats: ['Text'] },
];
const NEWEST = 1;

/**
 * Opens a connection in the highest version that both sides support. Before version 1 a connection has only the secret ID. An invalid or unsupported
 * version is an answer, not a failure: the client shows its text.
 */
export const negotiate = (version: string | null | undefined, open: () => Connection): Negotiation => {
	const asked = version === undefined ? 0 : /^\s*[+-]?\d{1,9}\s*$/.test(version ?? '') ? Number(version) : Number.NaN;
	if (Number.isNaN(asked)) return { error: 'The client requested a non-integer protocol version.' };
	if (asked < 0) return { error: `The client requested version '${asked}', but the server does not support this version.` };
	const { id, token } = open();
	return asked === 0
		? { negotiateVersion: 0, connectionId: token, availableTransports: TRANSPORTS }
		: { negotiateVersion: NEWEST, connectionId: id, connectionToken: token, availableTransports: TRANSPORTS };
};
