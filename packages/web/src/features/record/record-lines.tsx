import type { Tab } from '@sw/domain/signals/sector';
import { hitSentence } from '../../entities/readings/hit.ts';
import { InformationLines } from '../../entities/record/information-lines.tsx';
import { formatVerdict, licenceNote } from '../../entities/record/verdict.ts';
import type { Validation } from '../../lib/api/types.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { words } from './words.ts';

/** Shows what followed past lists, each rate with a verdict. With a saved filter, shows separate results before and since it was saved. */
export function RecordLines({ validation, tab }: { validation: Validation; tab: Tab }) {
	const mainResult = validation.results[validation.main];
	if (!mainResult) return null;
	const { saved } = validation;
	return (
		<>
			{saved ? (
				<>
					<span role="status">
						{words.before(saved.before.result)}. {formatVerdict(saved.before.result)}
					</span>
					<span>
						{words.since(saved.since.result, words.begins[saved.begins](etDayClock(msOf(saved.at))))}. {formatVerdict(saved.since.result)}
					</span>
				</>
			) : (
				<span role="status">
					{words.record(mainResult)}. {formatVerdict(mainResult)}
				</span>
			)}
			<InformationLines record={validation.information} />
			{mainResult.n > 0 ? <span>{[hitSentence(tab), licenceNote(validation.question)].filter(Boolean).join(' ')}</span> : null}
		</>
	);
}
