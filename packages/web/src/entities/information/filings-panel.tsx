import type { TickerDetail } from '../../lib/api/types.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import css from './filings-panel.module.css';
import { meaningOf, informationWords as words } from './words.ts';

/** The filings of a ticker that its report knows, with links to them; nothing where its filings aren't covered. */
export function FilingsPanel({ detail: { filings, information } }: { detail: Pick<TickerDetail, 'filings' | 'information'> }) {
	if (filings.length === 0 && information.state === 'unknown') return null;
	return (
		<section className={panel['panel']} aria-labelledby="filings">
			<h2 id="filings" className={panel['title']}>
				{words.title}
			</h2>
			{filings.length === 0 ? <p>{words.none[information.look_back]}</p> : null}
			<ul className={css['list']}>
				{filings.map(({ form, items, accepted_at, link }) => {
					const at = msOf(accepted_at);
					return (
						<li key={`${form} ${accepted_at} ${items.join(' ')}`}>
							{link === null ? (
								<b>{form}</b>
							) : (
								<a href={link} target="_blank" rel="noopener noreferrer" aria-label={words.open(form)}>
									{form}
								</a>
							)}{' '}
							{meaningOf(form, items)} <EtTime ms={at}>{etDateTime(at)}</EtTime>
						</li>
					);
				})}
			</ul>
			<p className={panel['note']}>{words.about}</p>
		</section>
	);
}
