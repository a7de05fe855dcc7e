import { describe, expect, it } from 'vitest';
import { isEmptyDay, slotViews } from './picker-view.ts';
import type { Slot } from './queries.ts';

const slot = (clock: string, more: Partial<Slot> = {}): Slot =>
	({ date: `2026-06-30T${clock}:00Z`, algo: 'reverse', report: 'basic', is_use: true, published: true, locked: false, ...more }) as Slot;
const LATEST = '2026-06-30T15:45:00Z';

describe('the slots of a day', () => {
	it('are open, locked, or not there yet; those out of use are left out', () => {
		const views = slotViews(
			[
				slot('14:00'),
				slot('14:15', { locked: true, report: 'pro' }),
				slot('14:30', { is_use: false }),
				slot('15:00', { published: false }),
				slot('16:00'),
			],
			LATEST,
			'2026-06-30T14:00:00Z',
		);
		expect(views.map(({ clock, state, current }) => [clock, state, current])).toEqual([
			['10:00', 'open', true],
			['10:15', 'locked', false],
			['11:00', 'later', false],
			['12:00', 'later', false],
		]);
	});

	it('are an empty list on a day that is over without a report, and not before', () => {
		const none = slotViews([slot('14:00', { published: false })], LATEST, undefined);
		expect(isEmptyDay(none, LATEST)).toBe(true);
		expect(isEmptyDay([], LATEST)).toBe(true);
		expect(isEmptyDay(none, null)).toBe(false);
		expect(isEmptyDay(slotViews([slot('16:00', { published: false })], LATEST, undefined), LATEST)).toBe(false);
		expect(isEmptyDay(slotViews([slot('14:00')], LATEST, undefined), LATEST)).toBe(false);
	});
});
