import { EMBED_THEMES } from '@sw/domain/previews/embed-html';
import { z } from 'zod';
import { integer, strictObject, tab, text, tickerIdParameter } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const theme = z.enum(EMBED_THEMES).default('auto');
const params = strictObject({ ticker_id: tickerIdParameter });
const query = strictObject({ tab_type: tab.default('extreme_rise'), theme });
const pixels = integer(1, 10_000).optional();

/** What other sites can embed: a ticker as visitors see it, without authentication. */
export const embedCalls = {
	embedWheel: {
		method: 'GET',
		path: '/embed/wheel/{ticker_id}.svg',
		access: 'public',
		elsewhere: true,
		summary: 'The wheel of a ticker in the newest basic report, as a picture for other sites',
		params,
		query,
		answers: { 200: z.any().meta({ description: 'The picture' }), 304: z.undefined() },
		produces: 'image/svg+xml; charset=utf-8',
		errors: [400, 404],
		rate: 240,
	},
	embedCard: {
		method: 'GET',
		path: '/embed/card/{ticker_id}',
		access: 'public',
		elsewhere: true,
		summary: 'A small page for frames on other sites: a ticker of the newest basic report with its wheel and rate',
		params,
		query,
		answers: { 200: z.any().meta({ description: 'The page' }), 304: z.undefined() },
		produces: 'text/html; charset=utf-8',
		errors: [400, 404],
		rate: 240,
	},
	oembed: {
		method: 'GET',
		path: '/oembed',
		access: 'public',
		elsewhere: true,
		summary: "Embed code of a ticker's page (oEmbed 1.0)",
		description: 'Use format=xml for XML.',
		alsoProduces: ['text/xml'],
		query: strictObject({
			url: text(2_000),
			format: z.enum(['json', 'xml']).default('json'),
			maxwidth: pixels,
			maxheight: pixels,
			theme,
			dnt: text(10).optional().describe('Consumers may ask not to track their readers (oEmbed `dnt`). Ignored, since embeds never track.'),
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
