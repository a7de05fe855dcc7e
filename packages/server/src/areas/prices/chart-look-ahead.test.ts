import { preOpen } from '@sw/domain/prices/bar-session';
import { createMentionBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { PART_SLOTS } from '@sw/domain/prices/extended-volumes';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, HOUR, MINUTE } from '@sw/domain/time/units';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildChartBars, type ChartSession } from './chart-bars.ts';
import { findBarDepths, sumBarMentions } from './charts.ts';

const sessions = nyse.sessionsBetween(exchangeDate('2024-04-30'), exchangeDate('2024-05-01'));
const [first, last] = [sessions[0] as Session, sessions.at(-1) as Session];
const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const;

/** Bars, mentions and depths of two sessions: what had ended at `known` by one seed, the rest by another. */
function storedBy(known: number, before: number, after: number) {
	const value = (end: number, field: number): number => 1 + (((end <= known ? before : after) * 31 + end / MINUTE + field * 7) % 97);
	const charts = sessions.map((session): ChartSession => {
		const columnsFrom = (start: number, slots: number) => {
			const column = (field: number) => Float64Array.from({ length: slots }, (_, slot) => value(start + (slot + 1) * SLOT_MS, field));
			return Object.fromEntries(FIELDS.map((field, at) => [field, column(at)])) as Record<(typeof FIELDS)[number], Float64Array>;
		};
		const extended = {
			[PRE]: columnsFrom(preOpen(session), PART_SLOTS[PRE]),
			[POST]: columnsFrom(session.close, PART_SLOTS[POST]),
		};
		return { session, ...columnsFrom(session.open, session.slots), daily: null, extended };
	});
	const hours = Array.from({ length: 48 }, (_, i) => Math.floor(first.open / HOUR) * HOUR + i * HOUR);
	const mentions = { ...createMentionBlock(hours.length), count: hours.length };
	hours.forEach((hour, i) => {
		mentions.time[i] = hour / 1000;
		mentions.mentions[i] = value(hour + HOUR, 9);
	});
	const reports = sessions.flatMap((session) => Array.from({ length: session.slots }, (_, slot) => slotEnd(session, slot) as number));
	const words = Uint32Array.from(reports, (time) => value(time, 11) % 5);
	const series = { count: reports.length, time: Uint32Array.from(reports, (time) => time / 1000), words: Array(5).fill(words) };
	return { charts, mentions, series };
}

it('shows of a chart that ends at an instant nothing of what came later', () => {
	const minutes = (last.close - first.open) / MINUTE;
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: minutes }),
			fc.constantFrom(0, 1, 2, 3, 4),
			fc.nat(90),
			fc.nat(90),
			(minute, timeframe, one, other) => {
				const until = first.open + minute * MINUTE;
				const shown = (later: number) => {
					const { charts, mentions, series } = storedBy(until, 5, later);
					const { bars, gaps } = buildChartBars(charts, timeframe as 0, { from: first.open, until }, () => 1);
					return {
						bars,
						gaps,
						mentions: sumBarMentions(bars, mentions, until),
						depths: findBarDepths(bars, timeframe as 0, series, () => true),
					};
				};
				expect(shown(one)).toEqual(shown(other));
			},
		),
	);
});
