import { describe, expect, it } from 'vitest';
import { sampleDetail } from './testing/detail.ts';
import { readTickerState } from './ticker-state.ts';
import { tickerWheel } from './ticker-wheel.ts';

const { state } = readTickerState({});

describe('the wheel of a ticker', () => {
	it('shows the four rated sectors, or all six', () => {
		expect(tickerWheel(sampleDetail, state).slices).toHaveLength(4);
		expect(tickerWheel(sampleDetail, { ...state, sectors: 6 }).slices).toHaveLength(6);
	});
});
