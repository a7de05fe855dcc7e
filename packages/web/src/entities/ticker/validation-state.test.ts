import { describe, expect, it } from 'vitest';
import { conditionText, readCondition, readValidationState, validationSearch, writeValidationState } from './validation-state.ts';

const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;

describe('what the address of a validation asks', () => {
	it('comes back from the address as it was written', () => {
		for (const asked of [
			{ of: 'ticker', condition: VOLUME },
			{ of: 'market', condition: undefined },
		] as const) {
			expect(readValidationState(validationSearch(writeValidationState(asked)))).toEqual({ asked, refused: [] });
		}
	});

	it('reports conditions that are none', () => {
		for (const text of [
			'volume',
			'volume.one_hour',
			'volume.one_hour.6',
			'volume.one_hour.0',
			'price.one_hour.1',
			'volume.1y.1',
			'volume.60.1.2',
		])
			expect(readCondition(text)).toBeUndefined();
		expect(conditionText(VOLUME)).toBe('volume.one_hour.3');
		expect(readValidationState({ condition: 'x', of: 'moon' }).refused.map(({ key }) => key)).toEqual(['of', 'condition']);
	});
});
