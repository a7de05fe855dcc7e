import { nyse } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { requireColumns, toSearchQuestion } from './search-forms.ts';

const FIRST = utcMs(Date.UTC(2024, 4, 1, 14));

function asked(groups: object[]) {
	const form = { tab: 'free', timeframes: 'first', algo: 'reverse', filters: [], groups, marketcap: [], horizons: [5] };
	return toSearchQuestion(form as never, { licence: 'pro', cooldown: 10, from: FIRST });
}

function partsWith(known: boolean | { dayFigures: boolean; timeInList: boolean }, times: readonly number[] = [FIRST]) {
	const reports = {
		countedVersions: async () => times.map((time) => ({ time, buildId: 1 })),
		knownColumns: async () => (typeof known === 'boolean' ? { dayFigures: known, timeInList: known } : known),
	};
	return { store: { reports }, now: () => utcMs(FIRST + 1), calendar: nyse } as never;
}

const RISEN = [{ match: 'any', filters: [], groups: [{ match: 'all', filters: [{ measure: 'change', from: 5, to: null }] }] }];

describe('a search by a column that earlier reports lack', () => {
	it('is refused where its first report does not have it, and names that report', async () => {
		await expect(requireColumns(partsWith(false), asked(RISEN))).rejects.toMatchObject({
			code: 'malformed',
			errors: [{ field: 'groups', message: expect.stringMatching(/^The report of 2024-05-01T14:00:00Z .+ Choose a later start/) }],
		});
	});

	it('is taken where the report has it, where there is none yet, and where nothing of the kind is asked', async () => {
		await requireColumns(partsWith(true), asked(RISEN));
		await requireColumns(partsWith(false, []), asked(RISEN));
		await requireColumns(partsWith(false), asked([{ match: 'all', filters: [{ measure: 'price', from: 5, to: null }], groups: [] }]));
	});

	it('needs the time in the list only where it asks for it', async () => {
		const groups = [{ match: 'all', filters: [{ measure: 'minutes_in_list', from: null, to: 30 }], groups: [] }];
		const older = { dayFigures: true, timeInList: false };
		await requireColumns(partsWith(older), asked(RISEN));
		await expect(requireColumns(partsWith(older), asked(groups))).rejects.toMatchObject({
			errors: [{ field: 'groups', message: expect.stringMatching(/before the time in the list was stored\. Choose a later start/) }],
		});
		await requireColumns(partsWith({ ...older, timeInList: true }), asked(groups));
	});
});
