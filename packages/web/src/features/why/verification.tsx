import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { sitePath } from '../../lib/address/site-path.ts';
import type { Api } from '../../lib/api/client.ts';
import type { ReportVerdict, WorkspaceHead } from '../../lib/api/types.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { POLL_MS } from '../../lib/refresh.ts';
import { buttonClass } from '../../ui/button.ts';
import { More } from '../../ui/content/more.tsx';
import panel from '../../ui/panel.module.css';
import { Progress } from '../../ui/states/progress.tsx';
import { verificationWords as words } from './verification-words.ts';
import css from './why.module.css';
import { whyWords } from './words.ts';

/** Number of differences listed initially; the response contains up to a hundred. */
const LISTED_DIFFERENCES = 10;

/** Recomputes the report on the server, and shows any differences. Also names the outside witnesses that timestamped the report. */
export function Verification({ report }: { report: WorkspaceHead }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [attempt, setAttempt] = useState(1);
	const { data, isError } = useQuery(verifyQuery(api, report, attempt));
	const isRunning = !isError && data?.state !== 'done';
	return (
		<>
			{isRunning ? (
				<Progress share={data?.state === 'running' ? data.progress : 0} words={words.working} />
			) : (
				<button type="button" className={buttonClass} title={whyWords.verifyHint} onClick={() => setAttempt(attempt + 1)}>
					{isError ? words.retry : whyWords.verify}
				</button>
			)}
			{isError ? <p className={panel['note']}>{words.failed}</p> : null}
			{data?.state === 'done' ? <Verdict verdict={data} /> : null}
		</>
	);
}

function Verdict({ verdict }: { verdict: ReportVerdict }) {
	return (
		<div className={css['verdict']} data-identical={verdict.identical}>
			{verdict.identical ? (
				<p>
					<b>{verdict.recomputed ? words.identical : words.identicalHash}</b>
				</p>
			) : (
				<>
					<p>
						<b>
							{verdict.difference_count > 0 || verdict.faults.length === 0
								? words.different(formatCount(verdict.difference_count))
								: words.changed}
						</b>
					</p>
					<ul className={css['lines']}>
						{verdict.faults.map((fault) => (
							<li key={fault}>{fault}</li>
						))}
						{verdict.differences.slice(0, LISTED_DIFFERENCES).map((difference) => (
							<li key={`${difference.ticker_id} ${difference.cell}`}>{formatDifference(difference)}</li>
						))}
						<MoreDifferences {...verdict} />
					</ul>
				</>
			)}
			{verdict.same_inputs === null ? null : <p>{verdict.same_inputs ? words.sameInputs : words.otherInputs}</p>}
			{verdict.same_engine ? null : <p>{words.otherEngine}</p>}
			{verdict.witnesses.length === 0 ? <p>{words.notWitnessed}</p> : null}
			{verdict.witnesses.map(({ by, before }) => (
				<p key={by}>{words.witnessed(`${before.slice(0, 19).replace('T', ' ')} UTC`, by)}</p>
			))}
			<p>
				<a href={sitePath('/proof')}>{words.proofs}</a>
			</p>
			<p className={css['hash']}>{words.hash(verdict.content_hash)}</p>
		</div>
	);
}

function formatDifference({ ticker, cell, stored, recomputed }: ReportVerdict['differences'][number]): string {
	return words.difference(ticker, cell, stored, recomputed);
}

/** Shows the remaining differences, collapsed behind a count. */
function MoreDifferences({ differences, difference_count: total }: Pick<ReportVerdict, 'differences' | 'difference_count'>) {
	if (total <= LISTED_DIFFERENCES) return null;
	const unlistedCount = total - differences.length;
	const lines = [
		...differences.slice(LISTED_DIFFERENCES).map(formatDifference),
		...(unlistedCount > 0 ? [words.notListed(formatCount(unlistedCount))] : []),
	];
	return (
		<li>
			<More label={words.andMore(formatCount(total - LISTED_DIFFERENCES))} lines={lines} />
		</li>
	);
}

/** Requests the verification of a report, and polls until it is done. `attempt`: each click of the button starts a new query. */
function verifyQuery(api: Api, { time, version }: Pick<WorkspaceHead, 'time' | 'version'>, attempt: number) {
	return queryOptions({
		queryKey: ['research', 'verify', time, version, attempt],
		queryFn: () => api.research.verifyReport({ body: { date: time, version } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
}
