import type { AnswerOf } from '@sw/contract/define';
import type { operations } from '@sw/contract/operations';
import { apiError } from '../../lib/api/api-error.ts';
import { fetchTransport } from '../../lib/api/transport.ts';

export type Secret = AnswerOf<(typeof operations)['secret'], 200>;

let asked: Promise<Secret> | undefined;

/** The site's browser configuration, fetched once; a failed request is repeated. */
export const siteSecret = (): Promise<Secret> => {
	asked ??= fetchTransport({ method: 'GET', url: '/api/secret' }).then((answer) => {
		if (answer.status !== 200) throw apiError(answer);
		return answer.body as Secret;
	});
	asked.catch(() => {
		asked = undefined;
	});
	return asked;
};
