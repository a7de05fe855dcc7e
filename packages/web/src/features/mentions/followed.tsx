import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { formatBasisPoints, formatRange, hasEnoughOccurrences } from '../../entities/record/statistics.ts';
import type { FollowedAnswer } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { ScrollBox, TableHeader } from '../../ui/content/scroll-box.tsx';
import edges from '../../ui/edges.module.css';
import panel from '../../ui/panel.module.css';
import { LoadFailedNote } from '../../ui/states/not-loaded.tsx';
import css from './mentions.module.css';
import { followedQuery } from './queries.ts';
import { followedWords as words } from './words.ts';

type HorizonResult = FollowedAnswer['followed'][number];

interface FollowedRow {
	key: string;
	horizon: string;
	n: string;
	/** 'Rose further' or 'fell further'. */
	direction: string;
	rate: string;
	/** 95 % interval of the rate; empty if there are too few occurrences. */
	interval: string;
	base: string;
	mean: string;
	median: string;
}

/** Shows what followed hours with unusually many mentions of a ticker. Loaded on request, because the server reads a year of data. */
export function FollowedOutcomes({ id, withRetweets }: { id: number; withRetweets: boolean }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(followedQuery(api, id, withRetweets));
	return (
		<>
			<h3 className={panel['subtitle']}>{words.title}</h3>
			{data ? (
				<FollowedResults answer={data} />
			) : isError ? (
				<LoadFailedNote retry={refetch}>{words.failed}</LoadFailedNote>
			) : (
				<div className={css['waiting']} aria-busy="true" />
			)}
		</>
	);
}

function FollowedResults({ answer }: { answer: FollowedAnswer }) {
	const spikes = createSpikeRows(answer);
	return (
		<>
			<p className={panel['note']}>{formatNote(answer)}</p>
			{answer.from === null ? null : (
				<>
					<ScrollBox label={words.title} className={`${edges['edges']} ${css['wide']}`}>
						<table className={panel['table']}>
							<TableHeader names={words.columns} />
							<tbody>
								{createRows(answer).map((row) => (
									<tr key={row.key}>
										<th scope="row">{row.horizon}</th>
										<td>{row.n}</td>
										<td>{row.direction}</td>
										<td>
											{row.rate} {row.interval ? <small>{row.interval}</small> : null}
										</td>
										<td>{row.base}</td>
										<td>{row.mean}</td>
										<td>{row.median}</td>
									</tr>
								))}
							</tbody>
						</table>
					</ScrollBox>
					<p className={panel['note']}>{words.few}</p>
					{spikes.length === 0 ? null : (
						<details className={css['twin']}>
							<summary>{words.occurrences}</summary>
							<ScrollBox label={words.occurrences} className={panel['scroll']}>
								<table className={panel['table']}>
									<TableHeader names={[...words.occurrenceColumns, ...answer.followed.map(({ sessions }) => words.after(sessions))]} />
									<tbody>
										{spikes.map(({ key, cells: [hour, ...cells] }) => (
											<tr key={key}>
												<th scope="row">{hour}</th>
												{cells.map((cell, i) => (
													// biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
													<td key={i}>{cell}</td>
												))}
											</tr>
										))}
									</tbody>
								</table>
							</ScrollBox>
						</details>
					)}
				</>
			)}
		</>
	);
}

/** Returns two rows for each horizon: one for rises, one for falls. */
function createRows({ followed }: FollowedAnswer): FollowedRow[] {
	return followed.flatMap((row) => (['rose', 'fell'] as const).map((direction) => createRow(row, direction)));
}

function createRow(row: HorizonResult, direction: 'rose' | 'fell'): FollowedRow {
	const { p, low, high } = row[direction];
	const hasEnough = hasEnoughOccurrences(row);
	return {
		key: `${row.sessions} ${direction}`,
		horizon: words.sessions(row.sessions),
		n: formatCount(row.n),
		direction: words.sides[direction],
		rate: hasEnough ? formatShare(p) : 'n/a',
		interval: hasEnough ? formatRange([low, high]) : '',
		base: words.of(formatShare(row.base[direction]), formatCount(row.base.n)),
		mean: hasEnough ? formatBasisPoints(row.mean) : 'n/a',
		median: hasEnough ? formatBasisPoints(row.median) : 'n/a',
	};
}

/** Describes the data and the assumed cost. */
function formatNote({ from, to, hours, total_count: spikes, cost }: FollowedAnswer): string {
	return from === null || to === null
		? words.nothing
		: words.scope(
				formatCount(hours),
				etDayClock(msOf(from)),
				etDayClock(msOf(to)),
				formatCount(spikes),
				formatBasisPoints(cost).replace('+', ''),
			);
}

/** Returns a line for each spike with the outcomes, losses included. */
function createSpikeRows({ items }: FollowedAnswer): { key: string; cells: string[] }[] {
	return items.map(({ hour, mentions, threshold, after }) => ({
		key: hour,
		cells: [etDayClock(msOf(hour)), formatCount(mentions), formatCount(Math.round(threshold)), ...after.map(formatBasisPoints)],
	}));
}
