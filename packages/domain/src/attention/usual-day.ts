import { MENTION_SOURCES } from '../prices/blocks.ts';
import type { ExchangeDate } from '../time/units.ts';
import { addDays, newYorkToUtc } from '../time/zone.ts';
import { isWeekend, PAST_DAYS } from './interval.ts';
import { type MentionHours, sumHours } from './mention-hours.ts';

/** With fewer known weekdays there is no mean. */
const LEAST_WEEKDAYS = 10;

/**
 * Mean mentions, without retweets, on the weekdays of the 30 days before a date, by row: over the sources that counted every hour of the newest of
 * them, on days that these counted completely. NaN where fewer than 10 days are known. It only reads days before the date, so it is the same for all
 * reports of a session. Yields between days.
 */
export function* measureUsualDay(hours: MentionHours, date: ExchangeDate): Generator<undefined, Float64Array> {
	const { rows } = hours;
	const [sum, days] = [new Float64Array(rows), new Uint8Array(rows)];
	let available: readonly Uint8Array[] | undefined;
	for (let back = 1; back <= PAST_DAYS; back++) {
		const day = addDays(date, -back);
		const [from, to] = [newYorkToUtc(day, 0, 0), newYorkToUtc(addDays(day, 1), 0, 0)];
		if (isWeekend(from)) continue;
		yield;
		const sources = MENTION_SOURCES.map((_, source) => sumHours(hours, source, from, to, false));
		available ??= sources.map(({ lacking }) => lacking.map((one) => 1 - one));
		for (let row = 0; row < rows; row++) {
			let [total, counted] = [0, 0];
			for (let source = 0; source < sources.length; source++) {
				if (available[source]?.[row] !== 1) continue;
				const { total: totals, lacking } = sources[source] as (typeof sources)[number];
				counted = lacking[row] === 1 ? Number.NaN : counted + 1;
				total += totals[row]!;
			}
			if (!(counted > 0)) continue;
			sum[row] = sum[row]! + total;
			days[row] = days[row]! + 1;
		}
	}
	return sum.map((total, row) => (days[row]! < LEAST_WEEKDAYS ? Number.NaN : total / days[row]!));
}
