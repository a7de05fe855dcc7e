import { priceReads } from '@sw/contract/prices/price-reads';
import { forecastCalls } from '@sw/contract/research/forecasts';
import { research } from '@sw/contract/research/research';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../platform/errors.ts';
import { buildRequest } from './tool-call.ts';

const { ticker, tickers } = priceReads;

function refusal(ask: () => unknown): unknown {
	try {
		return ask();
	} catch (error) {
		return error instanceof Problem ? [error.status, error.errors] : error;
	}
}

describe('the question of a tool', () => {
	it('is the call that a program would send', () => {
		expect(buildRequest(tickers, { part: 'A&B', max: 5 })).toEqual({ method: 'GET', url: '/api/tickers?part=A%26B&max=5' });
		expect(buildRequest(ticker, { id: 7 })).toEqual({ method: 'GET', url: '/api/tickers/7?' });
		expect(buildRequest(forecastCalls.forecastAt, { date: '2026-03-04T14:45:00Z', ticker_id: 1, timeframes: ['day', 'one_hour'] })).toEqual(
			{
				method: 'GET',
				url: '/api/charts/forecast/2026-03-04T14%3A45%3A00Z?ticker_id=1&timeframes=day&timeframes=one_hour',
			},
		);
		const body = { filters: [{ sector: 'volume', timeframe: 'day', value: 1 }] };
		expect(buildRequest(research.validateMultiple, body)).toEqual({
			method: 'POST',
			url: '/api/indicators/validate/multiple',
			payload: body,
		});
	});

	it('hands on what the call does not know, and null as nothing: the call says what is wrong', () => {
		expect(buildRequest(tickers, { nonsense: true, part: null }).url).toBe('/api/tickers?nonsense=true&part=');
	});

	it.each(['..', '.', '../users', '1/../../users', '%2e%2e', '', ' ', null, undefined, [], {}, 0])('never leaves its path: %j', (id) => {
		expect(refusal(() => buildRequest(ticker, { id }))).toEqual([400, [expect.objectContaining({ field: 'id' })]]);
	});

	it('refuses what no query can hold', () => {
		expect(refusal(() => buildRequest(tickers, { part: { $gt: '' } }))).toEqual([
			400,
			[{ field: 'part', message: 'The parameter part must be a text, a number, true or false, or a list of them.' }],
		]);
	});
});
