import type { AnswerOf } from '@sw/contract/define';
import type { operations } from '@sw/contract/operations';
import { apiError } from '../../lib/api/api-error.ts';
import { fetchTransport } from '../../lib/api/transport.ts';

export type Secret = AnswerOf<(typeof operations)['secret'], 200>;

let asked: Promise<Secret> | undefined;

/** What a browser needs to know of the site, asked once; a failure is asked again. */
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
