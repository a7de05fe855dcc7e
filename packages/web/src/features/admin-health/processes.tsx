import { screenDates } from '../../lib/format/screen-dates.ts';
import { localText, msOf } from '../../lib/format/times.ts';
import { Columns } from '../../ui/content/columns.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import { Notice } from '../../ui/states/notice.tsx';
import css from './health.module.css';
import type { Detail } from './queries.ts';
import { healthWords as words } from './words.ts';

type One = Detail['processes'][number];

const MARKS = { lives: 'in_time', silent: 'late', gone: 'missed' } as const;
const MINUTE = 60;

/** The processes that share the databases: their roles, the market's leader, and those that are behind or gone. */
export function Processes({ detail: { processes, degraded } }: { detail: Pick<Detail, 'processes' | 'degraded'> }) {
	const isLed = processes.some(({ leads_since }) => leads_since !== null);
	const missing = degraded.find(({ reason }) => reason === 'lead');
	return (
		<section className={panel['panel']}>
			<h2 className={panel['title']}>{words.processes}</h2>
			{missing ? <Notice>{screenDates(missing.detail)}</Notice> : null}
			<ScrollBox label={words.processes} className={panel['scroll']}>
				<table className={panel['table']}>
					<Columns names={words.processRow} />
					<tbody>
						{processes.map((one) => (
							<tr key={one.number}>
								<th scope="row">
									<i className={css['mark']} data-state={MARKS[one.state]} />
									{one.name} <small>{one.address ?? words.noAddress}</small>
								</th>
								<td>{words.processState[one.state]}</td>
								<td>{one.roles.join(', ')}</td>
								<td>{leading(one, isLed)}</td>
								<td>{newest(one)}</td>
								<td>{words.ago(words.seconds(one.seen))}</td>
								<td>{one.version}</td>
							</tr>
						))}
					</tbody>
				</table>
			</ScrollBox>
		</section>
	);
}

function newest({ behind }: One): string {
	if (behind === null) return words.none;
	return behind === 0 ? words.upToDate : words.behind(Math.round(behind / MINUTE));
}

/** Leadership is shown only for processes that can lead. */
function leading({ roles, leads_since }: One, isLed: boolean): string {
	if (leads_since !== null) return words.leadsSince(localText(msOf(leads_since)));
	return isLed && roles.includes('market') ? words.standsBy : '';
}
