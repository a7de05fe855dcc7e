import { FILTER_DOCUMENT_VERSION, newerDocumentError } from '@sw/domain/filters/filter-address';
import { FILTER_COMMENT_LENGTH, FILTER_NAME_LENGTH } from '@sw/domain/filters/filter-name';
import { SECTOR_COUNT } from '@sw/domain/signals/sector';
import { z } from 'zod';
import { nonEmptyText, operation, possiblyEmptyText, sectorKey, strategyTimeframes, strictObject, tab, timeframe } from '../base/common.ts';
import { groups } from '../base/groups.ts';

const version = z
	.int()
	.min(1)
	.check(({ value, issues }) => {
		if (value > FILTER_DOCUMENT_VERSION) issues.push({ code: 'custom', input: value, message: newerDocumentError(value) });
	});

/** A condition: the sector's depth on the timeframe must be at least `value`. A `value` of 0 means no condition and is dropped. */
const condition = strictObject({ sector: sectorKey, timeframe, value: z.int().min(0).max(5) });

/** Fields for a filter's conditions. The object that contains them must also be checked with `checkGroupsVersion`. */
export const conditionFields = {
	version: version.optional().describe('Version of the document. Default: the first.'),
	tab,
	timeframes: z.nonoptional(strategyTimeframes),
	filters: z
		.array(condition)
		.max(SECTOR_COUNT * 5)
		.describe("Conditions that must all hold: the sector's depth on the timeframe is at least `value`."),
	groups: groups.optional(),
};

interface VersionedDocument {
	version?: number | undefined;
	groups?: readonly unknown[] | undefined;
}

/** Refuses groups in a document of version 1: a program that reads version 1 would drop them. */
export function checkGroupsVersion(
	{ version = 1, groups: documentGroups = [] }: VersionedDocument,
	context: z.core.ParsePayload<VersionedDocument>,
): void {
	if (version >= 2 || documentGroups.length === 0) return;
	context.issues.push({
		code: 'custom',
		input: version,
		path: ['version'],
		message: 'Groups need version 2 of the document: set version to 2.',
	});
}

/** A filter as users write, store and send it: the same JSON in files and in requests. */
export const filterDocument = strictObject({
	...conditionFields,
	name: nonEmptyText(FILTER_NAME_LENGTH),
	operation: operation.nullish(),
	comment: possiblyEmptyText(FILTER_COMMENT_LENGTH).optional(),
}).check((context) => checkGroupsVersion(context.value, context));
export type FilterDocument = z.input<typeof filterDocument>;

/** Converts a filter to a document with only what the owner entered, in the lowest version that has the fields needed. */
export function toFilterDocument({ name, tab, timeframes, filters, groups = [], operation, comment = '' }: FilterDocument): FilterDocument {
	const version = groups.length === 0 ? 1 : 2;
	return {
		version,
		...{ name, tab, timeframes, filters, operation, comment },
		...(version === 1 ? {} : { groups }),
	};
}
