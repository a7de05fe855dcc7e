import { describe, expect, it } from 'vitest';
import { wantedReport } from './wanted.ts';

describe('the report that is wanted', () => {
	const none = { report: undefined, version: undefined };

	it('is the one of the address before all others', () => {
		expect(wantedReport({ report: 'R', version: 2 }, { reading: 'T', waiting: 1 })).toEqual({ reading: 'R', date: 'R', version: 2 });
	});

	it('is the newest, and is asked for by name once a newer one is out', () => {
		expect(wantedReport(none, { reading: 'T', waiting: undefined })).toEqual({ reading: 'T', date: undefined, version: undefined });
		expect(wantedReport(none, { reading: 'T', waiting: 1 })).toEqual({ reading: 'T', date: 'T', version: undefined });
	});

	it('waits until it is known; before the first report it is none', () => {
		expect(wantedReport(none, { reading: undefined, waiting: undefined })).toBeUndefined();
		expect(wantedReport(none, { reading: null, waiting: 1 })).toEqual({ reading: null, date: undefined, version: undefined });
	});
});
