import { createOptionBlock } from '@sw/domain/prices/blocks';
import { nyse, sessionOn } from '@sw/domain/time/calendar';
import { exchangeDate, SECOND } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import type { OptionDay, SymbolBlock } from '../../intake/files/fold/symbol-block.ts';
import { toEveningOptions } from './import-rows.ts';

function day(date: string, calls: number, measure: OptionDay['measure'] = 'volume'): OptionDay {
	return {
		date: exchangeDate(date),
		measure,
		calls: { contracts: 1, total: calls },
		puts: { contracts: 1, total: 7 },
	};
}

function block(optionDays: OptionDay[], times: number[] = []): SymbolBlock {
	const options = createOptionBlock(times.length);
	options.time.set(times);
	options.count = times.length;
	return { symbol: 'A', bars: null, daily: null, options, optionDays };
}

it('is placed a slot before the open of the session after, over weekends and holidays', () => {
	const found = toEveningOptions(block([day('2024-07-03', 40), day('2024-07-05', 50)]), nyse);
	const opens = ['2024-07-05', '2024-07-08'].map((date) => sessionOn(exchangeDate(date))?.open ?? 0);
	expect([...(found?.time ?? [])].map((time) => time * SECOND)).toEqual(opens.map((open) => open - 15 * 60_000));
	expect([[...(found?.calls ?? [])], [...(found?.puts ?? [])]]).toEqual([
		[40, 50],
		[7, 7],
	]);
});

it('leaves out readings of a slot, open interest, and days without a session', () => {
	const open = (sessionOn(exchangeDate('2024-07-03'))?.open ?? 0) / SECOND;
	expect(toEveningOptions(block([day('2024-07-03', 40)], [open]), nyse)).toBeUndefined();
	expect(toEveningOptions(block([day('2024-07-03', 40, 'open_interest'), day('2024-07-04', 1)]), nyse)).toBeUndefined();
	expect(toEveningOptions({ symbol: 'A', bars: null, daily: null }, nyse)).toBeUndefined();
});
