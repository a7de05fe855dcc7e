import { PAST_DAYS } from '@sw/domain/attention/interval';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, HOUR, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute } from '@sw/domain/time/zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttentionApp, attentionApp, pick, toSqlDateTime } from '../../compose/testing/attention-app.ts';
import { tickers } from '../../market/window/testing/fixture.ts';
import { COUNTED_UNTIL } from '../../market/window/testing/mentions.ts';

let app: AttentionApp;
beforeAll(async () => {
	app = await attentionApp();
});
afterAll(() => app?.close());

describe('mentions', () => {
	it('are what plain SQL over the stored rows says, for 200 questions by lot', async () => {
		const hours = { one_hour: 1, four_hours: 4, day: 24 } as const;
		const selects: string[] = [];
		const found: number[] = [];
		for (let attempt = 0; attempt < 200; attempt++) {
			const timeframe = pick(['one_hour', 'four_hours', 'day'] as const);
			const source = pick(['twitter', 'reddit', undefined] as const);
			const retweets = pick([true, false]);
			const ticker = pick(tickers);
			const query = `ticker_id=${ticker.id}&is_approximated=false&timeframe=${timeframe}&with_retweets=${retweets}${source ? `&source=${source}` : ''}`;
			const { body } = await app.get(`analytics_ticker?${query}`);
			const whose = `ticker_id = ${ticker.id}${source ? ` AND source = ${source === 'twitter' ? 0 : 1}` : ''}`;
			const sum = `sum(mentions${retweets ? ' + retweets' : ''}) FROM mentions WHERE ${whose}`;
			const from = utcMs(Date.parse(body.from));
			selects.push(`${sum} AND time >= ${toSqlDateTime(from)} AND time < ${toSqlDateTime(COUNTED_UNTIL)}`);
			// The same hours of the clock of the thirty days before.
			const [first, end] = [newYorkMinute(from) / 60, newYorkMinute(COUNTED_UNTIL - HOUR) / 60 + 1];
			expect(end - first).toBeLessThanOrEqual(hours[timeframe]);
			const days = `toDate(time, 'America/New_York') >= toDate('${newYorkDate(from - PAST_DAYS * DAY)}') AND toDate(time, 'America/New_York') < toDate('${newYorkDate(from)}')`;
			const clock = `toHour(time, 'America/New_York') >= ${first} AND toHour(time, 'America/New_York') < ${end}`;
			selects.push(`${sum} AND ${days} AND ${clock}`);
			found.push(body.now.counted, Math.round(body.now.mean * PAST_DAYS));
		}
		expect(found).toEqual(await app.answersOf(selects));
	});

	it('have a past in memory as soon as the market has started', async () => {
		const { body } = await app.get('analytics_time');
		expect(body.items.map(({ time, counter }: { time: string; counter: string }) => [time, counter])).toEqual([
			[isoSeconds(COUNTED_UNTIL), 'simulated'],
			[isoSeconds(COUNTED_UNTIL), 'simulated'],
		]);
	});
});
