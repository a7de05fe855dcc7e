import { describe, expect, it } from 'vitest';
import { requestedReport } from './reading.ts';

describe('the report that is wanted', () => {
	const none = { report: undefined, version: undefined };

	it('is the one of the address before all others', () => {
		expect(requestedReport({ report: 'R', version: 2 }, { time: 'T' })).toEqual({ time: 'R', date: 'R', version: 2 });
	});

	it('is asked for by name, also while it is the newest known: a newer one may be out before this page hears of it', () => {
		expect(requestedReport(none, { time: 'T' })).toEqual({ time: 'T', date: 'T', version: undefined });
	});

	it('waits until it is known; before the first report it is none', () => {
		expect(requestedReport(none, { time: undefined })).toBeUndefined();
		expect(requestedReport(none, { time: null })).toEqual({ time: null, date: undefined, version: undefined });
	});
});
