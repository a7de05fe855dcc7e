import { Link } from '@tanstack/react-router';
import { Histogram } from '../../charts/validation/histogram.tsx';
import { InformationRecord } from '../../entities/record/information.ts';
import { HorizonTable, SavedRecord } from '../../entities/record/saved-record.tsx';
import { hasEnoughOccurrences } from '../../entities/record/statistics.ts';
import { licenceNote, verdictText } from '../../entities/record/verdict.ts';
import { validationLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { WorkspaceDetail } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import panel from '../../ui/panel.module.css';
import { Headline, RecordWaiting } from './headline.tsx';
import { resolveQuestion, useRecord } from './queries.ts';
import { conditionName, histogramColumns, histogramLabel } from './validation-view.ts';
import { validationWords as words } from './words.ts';

const WHOLE_LIST = { of: 'market', condition: undefined } as const;

/** Summarizes what followed signals like this one. */
export function RecordPanel({ detail, state }: { detail: WorkspaceDetail; state: TickerState }) {
	const question = resolveQuestion(WHOLE_LIST, state, detail);
	const record = useRecord(detail.ticker_id, state, question);
	const { data: found } = record;
	const main = found?.results[found.main];
	return (
		<section className={panel['panel']} aria-labelledby="record">
			<h2 id="record" className={panel['title']}>
				{words.panelTitle}
			</h2>
			{question?.condition ? <p className={panel['note']}>{words.after(conditionName(question.condition))}</p> : null}
			{!question ? (
				<p className={panel['note']}>{words.nothingLit}</p>
			) : found ? (
				<>
					<Headline found={found} />
					{main && hasEnoughOccurrences(main) ? (
						<Histogram columns={histogramColumns(found.histogram)} label={histogramLabel(found)} />
					) : null}
					{found.saved ? <SavedRecord saved={found.saved} verdictOf={verdictText} /> : null}
					<InformationRecord record={found.information} />
					<HorizonTable results={found.results} tab={found.question.tab} />
					<p className={panel['note']}>
						{words.hypothetical}. {licenceNote(found.question)} {main ? `${words.reconstructed(formatShare(main.reconstructed))}. ` : ''}
						{found.universe.hindsight ? `${words.hindsight}. ` : ''}
						<Link {...validationLink(detail.ticker_id, state, question)} className={panel['inline'] ?? ''} preload={false}>
							{words.more} ({formatCount(found.occurrence_count)})
						</Link>
					</p>
				</>
			) : (
				<RecordWaiting record={record} />
			)}
		</section>
	);
}
