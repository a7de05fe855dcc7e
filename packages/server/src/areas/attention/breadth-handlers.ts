import type { sectorAnalysisCalls } from '@sw/contract/sector-analysis';
import { exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { Problem } from '../../platform/errors.ts';
import { futureDate } from '../../platform/unknown-values.ts';
import { accountOf } from '../account-of.ts';
import type { Handlers } from '../handlers.ts';
import { presentJob } from '../present-job.ts';
import { createBreadthAnswers, keyAsked, keyOf } from './breadth-answers.ts';
import type { BreadthParts } from './breadth-ports.ts';

/** Most breadth alerts per account. */
export const MOST_SUBSCRIPTIONS = 50;

/** Market breadth, for accounts with a licence. */
export const breadthHandlers = (parts: BreadthParts) => {
	const answers = createBreadthAnswers(parts);
	return {
		sectorAnalysis: (call) => answers.analysis(accountOf(call), call.query),
		sectorAnalysisCheck: (call) => answers.state(accountOf(call), keyAsked(call.query)),
		countSectorAnalysis: async ({ body, caller }) => {
			const date = exchangeDate(body.date);
			if (date > newYorkDate(parts.now())) throw futureDate('date', 400);
			const job = await parts.count(date, await parts.nameOf(caller));
			await parts.audit(caller, 'breadth.count', `job ${job.id}`, { date });
			return presentJob(job);
		},
		subscribeSectorAnalysis: async ({ body: { key, depth, level, active }, ...call }) => {
			const account = accountOf(call);
			if (!active) await parts.subscriptions.unsubscribe(account.id, key);
			else if (!(await parts.subscriptions.subscribe(account.id, { key, depth, level, since: parts.wallNow() }, MOST_SUBSCRIPTIONS)))
				throw new Problem('denied', {
					detail: `An account can subscribe to at most ${MOST_SUBSCRIPTIONS} breadths: unsubscribe from one first.`,
				});
			return answers.state(account, keyOf(key));
		},
	} satisfies Handlers<typeof sectorAnalysisCalls>;
};
