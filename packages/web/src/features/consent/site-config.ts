import type { AnswerOf } from '@sw/contract/base/define';
import type { operations } from '@sw/contract/operations/operations';
import { apiError } from '../../lib/api/api-error.ts';
import { fetchTransport } from '../../lib/api/transport.ts';

export type SiteConfig = AnswerOf<(typeof operations)['secret'], 200>;

let config: Promise<SiteConfig> | undefined;

/** Fetches the site's browser configuration once. After a failed request, the next call tries again. */
export function fetchSiteConfig(): Promise<SiteConfig> {
	config ??= fetchTransport({ method: 'GET', url: '/api/secret' }).then((response) => {
		if (response.status !== 200) throw apiError(response);
		return response.body as SiteConfig;
	});
	config.catch(() => {
		config = undefined;
	});
	return config;
}
