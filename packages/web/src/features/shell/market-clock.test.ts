import { describe, expect, it } from 'vitest';
import { msOf } from '../../lib/format/times.ts';
import { computeMarketTime, describeProblems, formatClock } from './market-clock.ts';

const session = { open: '2026-11-20T14:30:00Z', close: '2026-11-20T21:00:00Z', early_close: false };

function text(now: string, day: Omit<Parameters<typeof formatClock>[0], 'speed'> = { session, holiday: null }, speed = 1) {
	return formatClock({ ...day, speed }, msOf(now));
}

describe('clockText', () => {
	it.each([
		['2026-11-20T08:59:00Z', 'NYSE closed · 11/20/2026 03:59 ET'],
		['2026-11-20T09:00:00Z', 'NYSE pre-market · 11/20/2026 04:00 ET'],
		['2026-11-20T14:30:00Z', 'NYSE open · 11/20/2026 09:30 ET'],
		['2026-11-20T16:47:00Z', 'NYSE open · 11/20/2026 11:47 ET'],
		['2026-11-20T21:00:00Z', 'NYSE after hours · 11/20/2026 16:00 ET'],
		['2026-11-21T01:00:00Z', 'NYSE closed · 11/20/2026 20:00 ET'],
	])('at %s says %s', (now, sentence) => {
		expect(text(now)).toBe(sentence);
	});

	it('ends earlier after an early close', () => {
		const early = { session: { open: '2026-11-27T14:30:00Z', close: '2026-11-27T18:00:00Z', early_close: true }, holiday: null };
		expect(text('2026-11-27T18:00:00Z', early)).toBe('NYSE after hours · 11/27/2026 13:00 ET');
		expect(text('2026-11-27T22:00:00Z', early)).toBe('NYSE closed · 11/27/2026 17:00 ET');
	});

	it('names a holiday, and says closed on a weekend', () => {
		const holiday = { session: null, holiday: { type: 'full' as const, name: 'Thanksgiving Day' } };
		expect(text('2026-11-26T16:47:00Z', holiday)).toBe('NYSE closed · Thanksgiving Day · 11/26/2026 11:47 ET');
		expect(text('2026-11-21T16:47:00Z', { session: null, holiday: null })).toBe('NYSE closed · 11/21/2026 11:47 ET');
	});
});

it('shows the speed of the clock where it differs from wall-clock time', () => {
	expect(text('2026-11-20T16:47:00Z', undefined, 20)).toBe('NYSE open · 11/20/2026 11:47 ET · 20×');
	expect(text('2026-11-20T16:47:00Z', undefined, 0)).toBe('NYSE open · 11/20/2026 11:47 ET');
});

it('lets the clock go on between two answers, not beyond the close', () => {
	const reported = { now: '2026-11-20T20:55:00Z', speed: 20, session };
	expect(computeMarketTime(reported, 3_000)).toBe(msOf('2026-11-20T20:56:00Z'));
	expect(computeMarketTime(reported, 20_000)).toBe(msOf(session.close));
	expect(computeMarketTime({ ...reported, now: '2026-11-20T21:01:00Z' }, 20_000)).toBe(msOf('2026-11-20T21:01:00Z'));
	expect(computeMarketTime({ ...reported, speed: 0 }, 20_000)).toBe(msOf(reported.now));
});

it('shows readers the problems they notice, and mail and job problems only to administrators', () => {
	const textFor = (...reasons: ('database' | 'source' | 'mails' | 'jobs')[]) =>
		describeProblems(reasons.map((reason) => ({ reason, since: null, detail: 'postgresql://user@host' })));
	expect(textFor()).toEqual([]);
	expect(textFor('mails', 'jobs')).toEqual([]);
	expect(textFor('database', 'source')).toHaveLength(2);
	expect(textFor('database').join()).not.toContain('postgresql');
});
