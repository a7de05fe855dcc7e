import { exchangeDate } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { sharesOn } from './vendor-provider.ts';

const splits = [
	{ date: exchangeDate('2020-08-31'), ratio: 4 },
	{ date: exchangeDate('2024-06-10'), ratio: 10 },
];

function on(stated: string, asOf: string) {
	return sharesOn(100, splits, exchangeDate(stated), exchangeDate(asOf));
}

it('moves shares over the splits between the day they were stated on and the day asked for, both ways', () => {
	expect([on('2023-09-18', '2020-08-28'), on('2023-09-18', '2020-08-31'), on('2023-09-18', '2024-06-10')]).toEqual([25, 100, 1_000]);
	expect([on('2024-06-10', '2019-01-02'), on('2019-01-02', '2024-12-31'), on('2020-08-31', '2020-08-31')]).toEqual([2.5, 4_000, 100]);
	expect(sharesOn(null, splits, exchangeDate('2023-09-18'), exchangeDate('2019-01-02'))).toBeNull();
});
