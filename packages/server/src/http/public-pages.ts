import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Problem } from '../platform/errors.ts';
import { createSharedRuns } from '../platform/turns.ts';
import { staticPolicy } from './content-policy.ts';
import type { Given, PublicAnswer } from './web-entry.ts';

export interface PublicPageParts {
	/** Renders a page without framework; undefined for addresses that have none. */
	readonly render: (address: string, given: Pick<Given, 'api' | 'origin'> & { unlisted: boolean }) => Promise<PublicAnswer | undefined>;
	readonly origin: string;
	/** Changes with every new report. */
	readonly edition: () => string;
	readonly now: () => number;
	/** Instead of a policy by hashes, which a page that is being developed cannot keep. */
	readonly policy?: () => string;
	/** Lets in what was set up besides: captcha and tracking. */
	readonly widened?: (policy: string) => string;
	/** The one address whose query counts, and where who has a session reads another page: no cache in front shares it. */
	readonly landing?: boolean;
}

interface Kept {
	readonly answer: PublicAnswer;
	readonly policy: string;
	readonly tag: string;
	/** Wall clock. */
	readonly until: number;
}

/** Prices move with every quarter-hour, and a page may be a minute behind them. */
const KEEP_MS = 60_000;
const KEPT = 200;
const SHARED = 'public, max-age=60, s-maxage=60, stale-while-revalidate=600';

/** The same address is another page for who is signed in, also in the same browser a moment later. */
const OWN = 'no-cache';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Whether a request names this very version: tags by comma, weak ones too, since a GET compares them weakly. */
const isKnown = (header: string | undefined, tag: string): boolean =>
	header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));

/** Pages that are the same bytes for everybody: kept for a minute, named by a strong tag, and shared by caches in front. */
export const createPublicPages = ({
	render,
	origin,
	edition,
	now,
	policy,
	widened = (strict) => strict,
	landing = false,
}: PublicPageParts) => {
	const kept = new LRUCache<string, Kept>({ max: KEPT });
	const share = createSharedRuns<string, Kept>();

	/** What it reads is in memory: where that fails the product does, for the moment. */
	const rendered = async (...asked: Parameters<typeof render>): Promise<PublicAnswer> => {
		const answer = await render(...asked).catch((cause: unknown) => {
			throw new Problem('unavailable', { cause });
		});
		if (!answer) throw new Problem('not_found');
		return answer;
	};
	const pageOf = async (address: string, api: Given['api'], unlisted: boolean): Promise<Kept> => {
		const key = `${address}\n${unlisted}\n${edition()}`;
		const found = kept.get(key);
		if (found && found.until > now()) return found;
		return share(key, async () => {
			const answer = await rendered(address, { api, origin, unlisted });
			const page: Kept = {
				answer,
				policy: policy?.() ?? widened(staticPolicy(answer.scripts.map(hashOf), answer.styles.map(hashOf))),
				tag: `"${createHash('sha256').update(answer.html).digest('base64url').slice(0, 27)}"`,
				until: now() + KEEP_MS,
			};
			if (answer.status !== 503) kept.set(key, page);
			return page;
		});
	};

	/** But for the landing's the query is no part of such a page. */
	return async (request: FastifyRequest, reply: FastifyReply, api: Given['api'], unlisted: boolean): Promise<void> => {
		const address = landing ? request.url : (request.url.split('?')[0] ?? '/');
		const { answer, policy, tag } = await pageOf(address, api, unlisted);
		reply
			.header('content-security-policy', policy)
			.header('cache-control', landing ? OWN : SHARED)
			.header('etag', tag);
		if (landing) reply.header('vary', 'cookie');
		if (answer.status === 503) reply.header('cache-control', 'no-store').header('retry-after', '2');
		if (answer.noindex) reply.header('x-robots-tag', 'noindex');
		if (answer.status === 200 && isKnown(request.headers['if-none-match'], tag)) await reply.code(304).send();
		else await reply.code(answer.status).type('text/html; charset=utf-8').send(answer.html);
	};
};
