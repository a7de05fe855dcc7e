import type { QuotaState } from '@sw/domain/access/quota';

/**
 * RateLimit and RateLimit-Policy as in the draft of the IETF's working group on HTTP APIs (draft-ietf-httpapi-ratelimit-headers-10): the policy's name,
 * its quota `q` and window `w`, what remains `r` and in how many seconds it is renewed `t`.
 */
export function quotaHeaders({ policy, limit, window, left, seconds }: QuotaState): Record<string, string> {
	return {
		'ratelimit-policy': `"${policy}";q=${limit};w=${window / 1_000}`,
		ratelimit: `"${policy}";r=${left};t=${seconds}`,
	};
}
