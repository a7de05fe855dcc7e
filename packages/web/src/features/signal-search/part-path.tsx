import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline/sparkline.tsx';
import { directionOf, formatChange } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { Change } from '../../ui/content/change.tsx';
import { Columns } from '../../ui/content/columns.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import { Retry } from '../../ui/states/retry.tsx';
import { type Part, partQuery } from './queries.ts';
import css from './signal-search.module.css';
import { words } from './words.ts';

/** The path after one occurrence, bar by bar. */
export function PartPath({ part }: { part: Part }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(partQuery(api, part.id));
	const title = words.pathTitle(part.ticker, etDayClock(msOf(part.time)));
	if (!data)
		return isError ? (
			<div role="status">
				<p>{words.partsFailed}</p>
				<Retry retry={() => void refetch()}>{words.retry}</Retry>
			</div>
		) : (
			<p role="status">{words.loading}</p>
		);
	if (data.path.length === 0) return <p className={panel['note']}>{words.noPath}</p>;
	return (
		<section aria-label={title} className={css['path']}>
			<Sparkline values={[0, ...data.path.map(({ excess }) => excess)]} className={css['line']} />
			<table className={panel['table']}>
				<caption className="visually-hidden">{title}</caption>
				<Columns names={Object.values(words.pathColumns)} />
				<tbody>
					{data.path.map(({ time, excess }, i) => (
						<tr key={time}>
							<th scope="row">{i + 1}</th>
							<td>
								<EtTime ms={msOf(time)}>{etDayClock(msOf(time))}</EtTime>
							</td>
							<td>
								<Change text={formatChange(excess)} direction={directionOf(excess)} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
