import { describe, expect, it } from 'vitest';
import { wantedReport } from './wanted.ts';

describe('the report that is wanted', () => {
	const none = { report: undefined, version: undefined };

	it('is the one of the address before all others', () => {
		expect(wantedReport({ report: 'R', version: 2 }, { reading: 'T' })).toEqual({ reading: 'R', date: 'R', version: 2 });
	});

	it('is asked for by name, also while it is the newest known: a newer one may be out before this page hears of it', () => {
		expect(wantedReport(none, { reading: 'T' })).toEqual({ reading: 'T', date: 'T', version: undefined });
	});

	it('waits until it is known; before the first report it is none', () => {
		expect(wantedReport(none, { reading: undefined })).toBeUndefined();
		expect(wantedReport(none, { reading: null })).toEqual({ reading: null, date: undefined, version: undefined });
	});
});
