import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { MAX_HORIZON, MAX_HORIZONS } from '@sw/domain/research/horizons';
import { OCCURRENCE_SORTS, OUTCOMES } from '@sw/domain/research/measured-episodes';
import { SECTOR_COUNT } from '@sw/domain/signals/sector';
import { z } from 'zod';
import {
	algo,
	capBuckets,
	createSpanCheck,
	instant,
	integer,
	listOf,
	operation,
	paging,
	sectorKey,
	sortDirection,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { groupsText } from '../base/groups.ts';
import { conditions, filterId } from '../base/list-schemas.ts';
import { EXPORT_FORMATS } from '../signals/sector-charts.ts';
import { occurrence, RECORD_PARTS } from './schemas.ts';

/** Query fields for a validation's question, and for the selection and order of its occurrences. */
export const questionQuery = {
	tab: tab.default('free'),
	operation: operation.optional(),
	algo: algo.default('reverse'),
	timeframes: strategyTimeframes.optional(),
	marketcap: capBuckets.optional(),
	information: z.enum(INFORMATION_CHOICES).optional(),
	ticker_id: tickerIdParameter.optional(),
	from: instant.optional(),
	to: instant.optional(),
	conditions: conditions.optional(),
	groups: groupsText.optional().describe('Groups of tests that must also hold: any(volume.one_hour.3,price.10-50).'),
	sector_types: listOf(sectorKey, SECTOR_COUNT).optional(),
	horizons: listOf(integer(1, MAX_HORIZON), MAX_HORIZONS).optional(),
	cooldown: integer(1, 100).optional(),
	filter: filterId
		.optional()
		.describe('The saved filter with these conditions: allows its record before and after saving to be separated.'),
	part: z
		.enum(RECORD_PARTS)
		.optional()
		.describe('For a saved filter: occurrences in reports from before it was saved or not published live, or in live ones since.'),
	outcome: z.enum(OUTCOMES).default('all'),
	sort_by: z.enum(OCCURRENCE_SORTS).default('time').describe('Finished occurrences come first in every order.'),
	sort_dir: sortDirection.default('desc'),
};

export const occurrenceCalls = {
	validationOccurrences: {
		method: 'GET',
		path: '/api/indicators/validate/occurrences',
		access: 'licence',
		scope: 'lists:read',
		summary: 'List the occurrences behind a validation, page by page, with the total number of hits, losers and open ones',
		query: strictObject({ ...questionQuery, ...paging }).check(createSpanCheck()),
		answers: {
			200: z
				.object({
					total_count: z.int().min(0).describe('Occurrences with the requested outcome.'),
					counts: z.object({ all: z.int().min(0), hits: z.int().min(0), losers: z.int().min(0), open: z.int().min(0) }),
					horizon: z.int().describe('Bars after which occurrences are measured.'),
					items: z.array(occurrence),
				})
				.meta({ id: 'Occurrences' }),
		},
		errors: [400, 401, 403],
	},
	validationExport: {
		method: 'GET',
		path: '/api/indicators/validate/occurrences/export',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Export the occurrences behind a validation, in the requested order',
		query: strictObject({ ...questionQuery, format: z.enum(EXPORT_FORMATS).default('csv') }).check(createSpanCheck()),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403],
		rate: 60,
	},
} as const satisfies Area;
