import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { nyse } from '@sw/domain/time/calendar';
import { DAY, exchangeDate, HOUR } from '@sw/domain/time/units';
import { afterAll, describe, expect, it } from 'vitest';
import { printCrowdEvidence } from './crowd-evidence.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const [MENTIONS, DAILY] = [join(DATA, 'social/twitter-2014-2016'), join(DATA, 'daily/us-88-2012-2017')];

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderWith(files: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), 'crowd-'));
	folders.push(folder);
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

describe('what mentions predicted', () => {
	it('is found where it was put: a rise at the session after each spike', () => {
		const sessions = nyse.sessionsBetween(exchangeDate('2015-01-02'), exchangeDate('2015-04-30'));
		const start = Date.UTC(2015, 0, 2, 12);
		// One post every hour, and ten at 15:00 UTC of every tenth day from the fortieth on.
		const isSpike = (day: number): boolean => day >= 40 && day % 10 === 0;
		const spikes = Array.from({ length: 110 }, (_, day) => day).filter(isSpike);
		const posts = Array.from({ length: 110 * 24 }, (_, hour) => hour).flatMap((hour) => {
			const at = start + hour * HOUR;
			const isHour = new Date(at).getUTCHours() === 15 && isSpike(Math.floor((at - Date.UTC(2015, 0, 2)) / DAY));
			return new Array<string>(isHour ? 10 : 1).fill(`AAA,${new Date(at).toISOString()},1,0,,en`);
		});
		const entries = new Set(spikes.map((day) => sessions.findIndex(({ close }) => close >= Date.UTC(2015, 0, 2) + day * DAY + 16 * HOUR)));
		let price = 100;
		const rows = sessions.map(({ date }, i) => {
			if (entries.has(i - 1)) price *= 1.02;
			return `${date},1,1,1,${price},${price},1000`;
		});
		const flat = sessions.map(({ date }) => `${date},1,1,1,50,50,1000`).join('\n');
		const head = 'Date,Open,High,Low,Close,Adj Close,Volume\n';
		const daily = folderWith({ 'AAA.csv': head + rows.join('\n'), 'BBB.csv': head + flat, 'CCC.csv': head + flat });
		const lines: string[] = [];
		const [one] = printCrowdEvidence(
			folderWith({ 'tweets.csv': `symbol,created_at_utc,tweet_id,is_retweet,retweeted_tweet_id,lang\n${posts.join('\n')}` }),
			daily,
			(line) => lines.push(line),
		);
		expect(one).toMatchObject({ horizon: 1, n: spikes.length, rose: 1 });
		expect(one?.base).toBeLessThan(0.2);
		expect(lines.join('\n')).toContain('rose further than the median after costs: 100.0 %');
	});

	it('says what is missing', () => {
		expect(() => printCrowdEvidence(folderWith({}), folderWith({}), () => {})).toThrow('contains no mentions');
		const mentions = folderWith({ 'Twitter_volume_AAA.csv': 'timestamp,value\n2015-02-26 21:42:53,104\n' });
		expect(() => printCrowdEvidence(mentions, folderWith({}), () => {})).toThrow('contains no daily bars');
	});

	itWhere(existsSync(MENTIONS) && existsSync(DAILY), MENTIONS)(
		'was nothing of the direction, in a sample of two years: as often as of any session',
		() => {
			const [one, five] = printCrowdEvidence(MENTIONS, DAILY, () => {});
			expect([one?.n, five?.n]).toEqual([1668, 1219]);
			for (const found of [one, five]) expect(Math.abs((found?.rose ?? 1) - (found?.base ?? 0))).toBeLessThan(0.01);
		},
	);
});
