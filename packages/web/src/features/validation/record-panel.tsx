import { Link } from '@tanstack/react-router';
import { Histogram } from '../../charts/validation/histogram.tsx';
import { InformationRecord } from '../../entities/record/information.ts';
import { HorizonTable, SavedRecord } from '../../entities/record/saved-record.tsx';
import { hasEnoughOccurrences } from '../../entities/record/statistics.ts';
import { formatVerdict, licenceNote } from '../../entities/record/verdict.ts';
import { validationLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import type { WorkspaceDetail } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import panel from '../../ui/panel.module.css';
import { Headline, RecordWaiting } from './headline.tsx';
import { resolveQuestion, useRecord } from './queries.ts';
import { conditionName, describeHistogram, histogramColumns } from './validation-view.ts';
import { validationWords as words } from './words.ts';

const WHOLE_LIST = { of: 'market', condition: undefined } as const;

/** Summarizes what followed signals like this one. */
export function RecordPanel({ detail, state }: { detail: WorkspaceDetail; state: TickerState }) {
	const question = resolveQuestion(WHOLE_LIST, state, detail);
	const record = useRecord(detail.ticker_id, state, question);
	const { data: validation } = record;
	const mainResult = validation?.results[validation.main];
	return (
		<section className={panel['panel']} aria-labelledby="record">
			<h2 id="record" className={panel['title']}>
				{words.panelTitle}
			</h2>
			{question?.condition ? <p className={panel['note']}>{words.after(conditionName(question.condition))}</p> : null}
			{!question ? (
				<p className={panel['note']}>{words.nothingLit}</p>
			) : validation ? (
				<>
					<Headline validation={validation} />
					{mainResult && hasEnoughOccurrences(mainResult) ? (
						<Histogram columns={histogramColumns(validation.histogram)} label={describeHistogram(validation)} />
					) : null}
					{validation.saved ? <SavedRecord saved={validation.saved} formatVerdict={formatVerdict} /> : null}
					<InformationRecord record={validation.information} />
					<HorizonTable results={validation.results} tab={validation.question.tab} />
					<p className={panel['note']}>
						{words.hypothetical}. {licenceNote(validation.question)}{' '}
						{mainResult ? `${words.reconstructed(formatShare(mainResult.reconstructed))}. ` : ''}
						{validation.universe.hindsight ? `${words.hindsight}. ` : ''}
						<Link {...validationLink(detail.ticker_id, state, question)} className={panel['inline'] ?? ''} preload={false}>
							{words.more} ({formatCount(validation.occurrence_count)})
						</Link>
					</p>
				</>
			) : (
				<RecordWaiting record={record} />
			)}
		</section>
	);
}
