import { licenceAt } from '@sw/domain/access/account';
import { breadthCell, keyText, parseKey, shareFrom, usualShare } from '@sw/domain/attention/breadth';
import { breadthMessageKey, breadthWords, isReached } from '@sw/domain/attention/breadth-message';
import { placeOf } from '@sw/domain/attention/breadth-words';
import { may } from '@sw/domain/reports/licence-gate';
import { formatEt, isoSeconds } from '@sw/domain/time/format';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import { BREADTH_LANE } from '../../reports/breadth/breadth-job.ts';
import type { BreadthParts, DueRecords, DueSubscription, Tell } from './breadth-ports.ts';

/** After a report: tells who asked to hear of its breadth. */
export const BREADTH_NOTICES = defineJob({
	kind: 'breadth_notices',
	lane: BREADTH_LANE,
	payload: z.object({ report: z.number() }),
	key: ({ report }) => String(report),
	retries: 3,
});

export interface BreadthNoticeParts extends Pick<BreadthParts, 'reports' | 'source' | 'book' | 'wallNow'> {
	readonly due: DueRecords;
	readonly tell: Tell;
}

/** Done again it tells nobody twice: a message has a key. */
export const breadthNotices = ({ reports, source, book, wallNow, due, tell }: BreadthNoticeParts): BoundJob =>
	bindJob(BREADTH_NOTICES, async ({ report }, { signal }) => {
		const facts = reports.at(report);
		const breadth = facts?.algo === 'reverse' ? await book.of(facts) : undefined;
		if (!facts || !breadth) return { told: 0 };
		const day = newYorkDate(facts.time);
		const asked = await due.notToldOn(day);
		if (asked.length === 0) return { told: 0 };
		const past = await book.before(facts.time);
		const isOpen = ({ standing }: DueSubscription): boolean => may(licenceAt(standing, wallNow()), facts, facts.first);
		let told = 0;
		for (const [text, subscriptions] of Map.groupBy(asked.filter(isOpen), ({ key }) => key)) {
			const key = parseKey(text);
			if (!key) continue;
			const { slice, timeframe } = placeOf(key.slice, key.timeframe);
			const cell = breadthCell(breadth, key, timeframe, slice);
			const share = shareFrom(cell, 1);
			if (share === null) continue;
			const usual = usualShare(past.map((each) => shareFrom(breadthCell(each.breadth, key, timeframe, slice), 1)));
			const at = `${formatEt(facts.time, 'datetime')} ET`;
			for (const subscription of subscriptions) {
				signal.throwIfAborted();
				const { level, userId } = subscription;
				if (!isReached(share, level)) continue;
				await tell(userId, {
					kind: 'breadth',
					...breadthWords({ key, share, measured: cell.measured, usual, level, at, simulated: source.simulated }),
					link: `/breadth?${new URLSearchParams({ time: isoSeconds(facts.time), key: keyText(key) })}`,
					key: breadthMessageKey(key, facts.time),
				});
				await due.told(subscription, day);
				told++;
			}
		}
		return { told };
	});
