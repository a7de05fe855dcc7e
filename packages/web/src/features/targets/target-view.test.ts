import { describe, expect, it } from 'vitest';
import { createCard } from '../../testing/cards.ts';
import { createFilterSetting } from '../../testing/filters.ts';
import { buildTargetKey, computePlacesGained, formatTargetChanges, toTargetRows } from './target-view.ts';
import { targetList } from './testing/target-list.ts';

describe('a target list', () => {
	it('is identified by its filter’s own orientation, and by its size', () => {
		const orientation = [{ timeframe: 'one_hour', operation: 'long' }] as const;
		expect(buildTargetKey(createFilterSetting({ orientation: [...orientation] }))).toMatchObject({
			filterId: 7,
			take: 5,
			orientationFilterSettings: 'one_hour.long',
		});
		expect(buildTargetKey(createFilterSetting())).toEqual(
			buildTargetKey(createFilterSetting({ name: 'Other', updated: '2026-06-30T15:45:00Z' })),
		);
	});

	it('says of each match whether it is new, and by how many places it moved', () => {
		const rows = toTargetRows(
			createFilterSetting(),
			targetList({ items: [createCard('NES', 1), createCard('ORT', 2), createCard('PO', 3)], places: [null, 4, 2] }),
		);
		expect(rows.map(({ place, ticker, moved }) => [place, ticker, moved])).toEqual([
			[1, 'NES', 'new'],
			[2, 'ORT', 2],
			[3, 'PO', -1],
		]);
		expect(computePlacesGained(1, null, false)).toBe(0);
	});

	it('points the way its conditions on calls and puts lean', () => {
		const leaning = createFilterSetting({ orientation: [{ timeframe: 'one_hour', operation: 'long' }] });
		const [one] = toTargetRows(leaning, targetList({ items: [createCard('NES', 1)] }));
		expect(one?.sentence).toContain('NES, candidate to rise further, rate 96');
		expect(toTargetRows(createFilterSetting(), targetList({ items: [createCard('NES', 1)] }))[0]?.sentence).toContain(
			'candidate to fall back,',
		);
	});
});

describe('what changed in it', () => {
	it('names who came and left, and how many more', () => {
		expect(
			formatTargetChanges(
				targetList({ entered: [1, 2], left: [3, 4, 5], moved: [9], names: { entered: ['DELAR', 'NES'], left: ['HELD'] } }),
			),
		).toEqual({ changed: true, summary: '2 entered, 3 left, 1 favourite moved', detail: 'in: DELAR, NES · out: HELD, 2 more' });
	});

	it('says that nothing did, and since when', () => {
		expect(formatTargetChanges(targetList({ total: 4 }))).toEqual({
			changed: false,
			summary: 'No changes',
			detail: 'the same four matches at 11:30 ET',
		});
		expect(formatTargetChanges(targetList({ total: 0 })).detail).toBe('none at 11:30 ET either');
		expect(formatTargetChanges(targetList({ since: null })).summary).toBe('No earlier report to compare with.');
	});
});
