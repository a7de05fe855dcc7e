import { describe, expect, it } from 'vitest';
import { pickValidationSearch, readValidationState, writeValidationState } from './validation-state.ts';

const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;

describe('what the address of a validation asks', () => {
	it('comes back from the address as it was written', () => {
		for (const question of [
			{ of: 'ticker', condition: VOLUME },
			{ of: 'market', condition: undefined },
		] as const) {
			expect(readValidationState(pickValidationSearch(writeValidationState(question)))).toEqual({ validation: question, refused: [] });
		}
	});

	it('reports a condition that is none', () => {
		expect(readValidationState({ condition: 'x', of: 'moon' }).refused.map(({ key }) => key)).toEqual(['of', 'condition']);
	});
});
