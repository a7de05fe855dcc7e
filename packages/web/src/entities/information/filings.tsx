import type { Card, TickerDetail, WorkspaceListAnswer } from '../../lib/api/types.ts';
import { etDateTime, etDayClock, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import panel from '../../ui/panel.module.css';
import css from './filings.module.css';
import { meaningOf, informationWords as words } from './words.ts';

/** Shows the form of the newest filing, or a hollow dot without a filing. Renders nothing if filings are unknown. */
export function InformationMark({ information: { state, look_back, filing } }: Pick<Card, 'information'>) {
	if (filing) {
		const text = words.filed(filing.form, filing.items, etDayClock(msOf(filing.accepted_at)));
		return (
			<span className={css['filed']} title={text}>
				{filing.form}
				<span className="visually-hidden">{text.slice(filing.form.length)}</span>
			</span>
		);
	}
	if (state !== 'no') return null;
	return <span className={css['none']} title={words.none[look_back]} role="img" aria-label={words.none[look_back]} data-information="no" />;
}

/** Shows how many tickers of a list have a filing and how many have none. Renders nothing if no filings are known. */
export function FilingCounts({ counts }: { counts: Pick<WorkspaceListAnswer['information'], 'with' | 'without'> }) {
	return counts.with + counts.without > 0 ? <span>{words.counts(counts.with, counts.without)}</span> : null;
}

/** Lists a ticker's filings that were known at the time of the report, with links. Renders nothing if its filings aren't covered. */
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
