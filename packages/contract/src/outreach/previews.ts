import { EMBED_THEMES } from '@sw/domain/previews/markup';
import { PREVIEW_TYPES, type PreviewType } from '@sw/domain/previews/preview-file';
import { z } from 'zod';
import {
	capBucket,
	capBuckets,
	flag,
	integer,
	isoTime,
	nonEmptyText,
	paging,
	strictObject,
	tab,
	tickerIdParameter,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { topCategory, topInterval } from '../prices/prices.ts';

/** Bytes that a multipart body needs in addition to the file, for boundaries and headers. */
const MULTIPART_OVERHEAD = 16 * 1024;
/** Bytes. Above the file size limits, so that a file that is too large can be refused with a clear message; larger bodies are not read. */
const MAX_BODY_BYTES = 32 * 1024 * 1024 + MULTIPART_OVERHEAD;

/** A host with an optional port, as browsers write it. */
const host = nonEmptyText(253).regex(
	/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i,
	{
		error: 'Enter a host such as example.com, without scheme or path.',
	},
);
const symbol = nonEmptyText(16);

/** The page that a picture is for. Default: the product's own host, without interval, category or ticker. */
const pageFields = {
	host: host.optional(),
	interval: topInterval.optional(),
	category: topCategory.optional(),
	ticker: symbol.optional(),
	marketcap: capBuckets.optional(),
};

const preview = z
	.object({
		id: z.uuid(),
		host: z.string(),
		interval: topInterval.nullable(),
		category: topCategory.nullable(),
		ticker: z.string().nullable(),
		marketcap: z.array(capBucket),
		video: z.boolean(),
		is_active: z.boolean().describe('At most one file of a key is active; it is the one shown to the public.'),
		media_type: z.enum(Object.keys(PREVIEW_TYPES) as [PreviewType, ...PreviewType[]]),
		bytes: z.int().min(1),
		created: isoTime,
		updated: isoTime,
	})
	.meta({ id: 'Preview' });

/** The editable fields of a preview: the document that a JSON Patch changes. */
export const previewDocument = strictObject({
	host,
	interval: topInterval.nullable(),
	category: topCategory.nullable(),
	ticker: symbol.nullable(),
	marketcap: z.array(capBucket).max(20).describe('A JSON array, not a string of JSON.'),
	video: z.boolean(),
	is_active: z.boolean(),
});
export type PreviewDocument = z.output<typeof previewDocument>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const field = z.union([scalar, z.array(scalar)]);
/** Value of a JSON Patch operation: one field of a preview, a list, or a whole preview. Previews nest no deeper. */
const patchValue = z.union([field, z.record(z.string(), field)]);

const pointer = z.string().max(500);
const operation = z.discriminatedUnion('op', [
	z.object({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: patchValue }),
	z.object({ op: z.literal('remove'), path: pointer }),
	z.object({
		op: z.enum(['move', 'copy']),
		path: pointer,
		from: pointer.meta({ description: 'Field to move or copy.', examples: ['/video'] }),
	}),
]);
export type PatchOperation = z.output<typeof operation>;

const idParams = strictObject({ id: z.uuid() });
const file = z.any().meta({ description: 'The picture or video' });

/** Pictures and short videos of pages for link cards: uploaded, or drawn by the server. */
export const previews = {
	previews: {
		method: 'GET',
		path: '/api/preview',
		access: 'admin',
		summary: 'List uploaded pictures and videos, newest first',
		query: strictObject(paging),
		answers: { 200: z.object({ items: z.array(preview), total_count: z.int().min(0) }) },
		errors: [400, 401, 403],
	},
	uploadPreview: {
		method: 'POST',
		path: '/api/preview',
		access: 'admin',
		summary: 'Upload the picture or video of a page; it replaces the current one',
		description:
			'PNG, JPEG or WebP up to 5 MB; with video=true MP4 or WebM up to 20 MB. The content must match the type that the form declares.',
		query: strictObject({ ...pageFields, video: flag.default(false) }),
		body: strictObject({ file: z.file() }),
		consumes: ['multipart/form-data'],
		bodyLimit: MAX_BODY_BYTES,
		answers: { 201: preview },
		errors: [400, 401, 403],
	},
	previewFile: {
		method: 'GET',
		path: '/api/preview/file',
		access: 'public',
		summary: 'The picture or video of a page: the uploaded one, otherwise a 1200x630 picture drawn from the current report and table',
		description: 'Select by id, or by page: a top table by category and interval, or a ticker. Default: the landing page.',
		query: strictObject({ id: z.uuid().optional(), ...pageFields, video: flag.default(false) }),
		headers: z.object({
			range: z.string().optional(),
			'if-range': z.string().optional(),
			'if-none-match': z.string().optional(),
			'if-modified-since': z.string().optional(),
			'if-match': z.string().optional(),
			'if-unmodified-since': z.string().optional(),
		}),
		answers: { 200: file, 206: file, 304: z.undefined() },
		produces: 'application/octet-stream',
		errors: [400, 404, 412, 416],
	},
	preview: {
		method: 'GET',
		path: '/api/preview/{id}',
		access: 'admin',
		summary: 'Get an uploaded picture or video',
		params: idParams,
		answers: { 200: preview },
		errors: [400, 401, 403, 404],
	},
	changePreview: {
		method: 'PUT',
		path: '/api/preview/{id}',
		access: 'admin',
		summary: 'Change which page a file is for and whether it is shown; all changes apply or none',
		description: 'A list of operations is a JSON Patch (RFC 6902); an object replaces the fields it contains.',
		params: idParams,
		body: z.union([z.array(operation).max(100), previewDocument.partial()]),
		consumes: ['application/json-patch+json', 'application/json'],
		answers: { 200: preview },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;

const theme = z.enum(EMBED_THEMES).default('auto');
const embedParams = strictObject({ ticker_id: tickerIdParameter });
const embedQuery = strictObject({ tab_type: tab.default('extreme_rise'), theme });
const pixels = integer(1, 10_000).optional();

/** What other sites can embed: a ticker as visitors see it, without authentication. */
export const embedCalls = {
	embedWheel: {
		method: 'GET',
		path: '/embed/wheel/{ticker_id}.svg',
		access: 'public',
		isEmbeddable: true,
		summary: 'The wheel of a ticker in the newest basic report, as a picture for other sites',
		params: embedParams,
		query: embedQuery,
		answers: { 200: z.any().meta({ description: 'The picture' }), 304: z.undefined() },
		produces: 'image/svg+xml; charset=utf-8',
		errors: [400, 404],
		rate: 240,
	},
	embedCard: {
		method: 'GET',
		path: '/embed/card/{ticker_id}',
		access: 'public',
		isEmbeddable: true,
		summary: 'A small page for frames on other sites: a ticker of the newest basic report with its wheel and rate',
		params: embedParams,
		query: embedQuery,
		answers: { 200: z.any().meta({ description: 'The page' }), 304: z.undefined() },
		produces: 'text/html; charset=utf-8',
		errors: [400, 404],
		rate: 240,
	},
	oembed: {
		method: 'GET',
		path: '/oembed',
		access: 'public',
		isEmbeddable: true,
		summary: "Embed code of a ticker's page (oEmbed 1.0)",
		description: 'Use format=xml for XML.',
		alsoProduces: ['text/xml'],
		query: strictObject({
			url: nonEmptyText(2_000),
			format: z.enum(['json', 'xml']).default('json'),
			maxwidth: pixels,
			maxheight: pixels,
			theme,
			dnt: nonEmptyText(10)
				.optional()
				.describe('Consumers may ask not to track their readers (oEmbed `dnt`). Ignored, since embeds never track.'),
		}),
		answers: {
			200: z
				.object({
					type: z.literal('rich'),
					version: z.literal('1.0'),
					title: z.string(),
					provider_name: z.string(),
					provider_url: z.url(),
					cache_age: z.int().describe('Seconds to cache the response.'),
					html: z.string().describe('A frame with the card.'),
					width: z.int().describe('Pixels.'),
					height: z.int(),
				})
				.meta({ id: 'OEmbed' })
				.or(z.string()),
		},
		errors: [400, 404],
		rate: 120,
	},
} as const satisfies Area;
