import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createRandom } from '@sw/domain/statistics/random';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import type { PastPrices } from '../ports.ts';
import { measureReplication } from './measure-replication.ts';

const SESSIONS = nyse.sessionsBetween(exchangeDate('2026-03-02'), exchangeDate('2026-06-30'));
const SPLIT = exchangeDate('2026-04-15');
const CONTEXT = { progress: () => {}, signal: new AbortController().signal };

/** A market of SPY alone, whose last half-hour gives back a fifth of its morning; it splits two for one. */
function market(change: Partial<PastPrices> = {}) {
	const random = createRandom(7);
	let price = 400;
	const prices: PastPrices = {
		listTradedDates: async () => SESSIONS.map(({ date }) => date),
		loadCorporateActions: async () => ({
			adjustmentsOn: (date) => (date === SPLIT ? { splits: [{ row: 0, ratio: 2 }], dividends: [] } : {}),
		}),
		readSessions: async (sessions, _ids, onSession) => {
			for (const session of sessions) {
				if (session.date === SPLIT) price /= 2;
				const morning = 0.01 * random.nextNormal();
				const closes = Array.from(
					{ length: session.slots },
					(_, slot) => price * Math.exp(morning * (slot === 0 ? 0.5 : slot < session.slots - 2 ? 1 : 1.2)),
				);
				await onSession(session, {
					slots: session.slots,
					rows: 1,
					...{ open: Float32Array.from(closes), high: Float32Array.from(closes), low: Float32Array.from(closes) },
					close: Float32Array.from(closes),
					volume: new Float64Array(session.slots).fill(1e6),
				});
				price = closes.at(-1)!;
			}
		},
		...change,
	};
	return {
		store: { prices } as Parameters<typeof measureReplication>[0]['store'],
		provider: {
			universe: async () => [{ id: 1, symbol: 'SPY', type: 'etf', shares: null, listed: null, delisted: null }],
		} as unknown as Parameters<typeof measureReplication>[0]['provider'],
		calendar: nyse,
		parameters: () => PARAMETERS_V1,
		now: () => utcMs(Date.parse('2026-06-30T20:00:00Z')),
	};
}

describe('the measurement of published effects', () => {
	it('compares the morning of the market, across a split, with its last half-hour', async () => {
		const { effects, sessions, tickers } = await measureReplication(market(), CONTEXT);
		expect([sessions, tickers]).toEqual([SESSIONS.length, 1]);
		const momentum = effects.find(({ effect }) => effect === 'market_momentum');
		expect(momentum?.found).toMatchObject({ n: SESSIONS.length - 1, value: expect.closeTo(0.2, 4) });
		expect(momentum?.span).toEqual({ from: SESSIONS[1]?.date, to: SESSIONS.at(-1)?.date });
		expect(effects.filter(({ found }) => found !== null).map(({ effect }) => effect)).toEqual(['market_momentum', 'market_momentum_after']);
	});

	it('measures nothing without prices', async () => {
		const { effects, ...counts } = await measureReplication(market({ listTradedDates: async () => [] }), CONTEXT);
		expect(counts).toEqual({ tickers: 0, sessions: 0 });
		expect(effects.every(({ found }) => found === null)).toBe(true);
	});

	it('stops when its job is cancelled', async () => {
		const stopped = { ...CONTEXT, signal: AbortSignal.abort(new Error('Cancelled.')) };
		await expect(measureReplication(market(), stopped)).rejects.toThrow('Cancelled.');
	});
});
