import { z } from 'zod';
import { emptyBody, singleLine } from '../accounts/schemas.ts';
import { isoTime, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { filterId } from '../base/list-schemas.ts';

const idParams = strictObject({ id: filterId });

/** A filter's alerts for feed readers. */
export const feedCalls = {
	makeFeedAddress: {
		method: 'POST',
		path: '/api/filters/{id}/address',
		access: 'licence',
		summary: "Create a secret address at which a filter's alerts can be read without signing in; it replaces the previous one",
		description: 'The address is shown only once; the server stores a hash of its secret.',
		params: idParams,
		body: emptyBody,
		answers: { 201: z.object({ atom: z.url(), json: z.url(), created: isoTime }).meta({ id: 'FeedAddress' }) },
		errors: [400, 401, 403, 404],
	},
	revokeFeedAddress: {
		method: 'DELETE',
		path: '/api/filters/{id}/address',
		access: 'licence',
		summary: 'Revoke the feed address of a filter',
		params: idParams,
		body: emptyBody,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	feed: {
		method: 'GET',
		path: '/feeds/{name}',
		access: 'public',
		summary: "A filter's alerts as Atom ('.atom') or JSON Feed ('.json'), limited to the reports its owner's licence opens",
		params: strictObject({ name: singleLine(200) }),
		headers: z.object({ 'if-none-match': z.string().max(1_000).optional() }),
		answers: { 200: z.string(), 304: z.undefined() },
		produces: 'application/atom+xml; charset=utf-8',
		alsoProduces: ['application/feed+json'],
		errors: [400, 404],
	},
} as const satisfies Area;
