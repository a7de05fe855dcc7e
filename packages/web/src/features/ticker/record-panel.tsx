import { Link } from '@tanstack/react-router';
import { Histogram } from '../../charts/validation/histogram.tsx';
import type { DeskDetail } from '../../lib/api/types.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import type { TickerState } from '../../lib/list-state/ticker.ts';
import { conditionName } from './condition-name.ts';
import { Headline } from './headline.tsx';
import { HorizonTable } from './horizon-table.tsx';
import { validationLink } from './links.ts';
import { RecordWaiting } from './record-states.tsx';
import css from './ticker.module.css';
import { useRecord } from './use-record.ts';
import { askedOf } from './validation-state.ts';
import { formatShare, histogramColumns, isEnough } from './validation-view.ts';
import { histogramLabel } from './validation-words.ts';
import { validationWords as words } from './words-validation.ts';

const WHOLE_LIST = { of: 'market', condition: undefined } as const;

/** What happened after signals like this one, in short. */
export const RecordPanel = ({ detail, state }: { detail: DeskDetail; state: TickerState }) => {
	const asked = askedOf(WHOLE_LIST, state, detail);
	const record = useRecord(detail.ticker_id, state, asked);
	const { data: found } = record;
	const main = found?.results[found.main];
	return (
		<section className={css['panel']} aria-labelledby="record">
			<h2 id="record" className={css['title']}>
				{words.panelTitle}
			</h2>
			{asked?.condition ? <p className={css['note']}>{words.after(conditionName(asked.condition))}</p> : null}
			{!asked ? (
				<p className={css['note']}>{words.nothingLit}</p>
			) : found ? (
				<>
					<Headline found={found} />
					{main && isEnough(main) ? <Histogram columns={histogramColumns(found.histogram)} label={histogramLabel(found)} /> : null}
					<HorizonTable found={found} />
					<p className={css['note']}>
						{words.hypothetical}. {main ? `${words.reconstructed(formatShare(main.reconstructed))}. ` : ''}
						<Link {...validationLink(detail.ticker_id, state, asked)} className={css['inline'] ?? ''} preload={false}>
							{words.more} ({formatCount(found.occurrence_count)})
						</Link>
					</p>
				</>
			) : (
				<RecordWaiting record={record} />
			)}
		</section>
	);
};
