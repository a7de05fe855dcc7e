import type { FilterEntry } from '@sw/domain/filters/entries';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { buttonClass } from '../../ui/button.ts';
import type { EditedQuestion } from './search-state.ts';
import css from './signal-search.module.css';
import { words } from './words.ts';

function entry(sector: FilterEntry['sector'], value: number, timeframe: Timeframe = 'one_hour'): FilterEntry {
	return { sector, timeframe, value };
}

const EXAMPLES = [
	{ name: words.example.rise, entries: [entry('price_short', 4), entry('volume', 3)] },
	{ name: words.example.fall, entries: [entry('price_long', 4), entry('call_without_put_long', 2)] },
	{ name: words.example.calls, entries: [entry('call_without_put_short', 3), entry('call_with_put', 3)] },
	{ name: words.example.day, entries: [entry('call_with_put', 3, 'day'), entry('volume', 3, 'day')] },
];

/** Conditions to begin with; each replaces those of the form. */
export function Examples({ stated, change }: { stated: EditedQuestion; change: (stated: EditedQuestion) => void }) {
	return (
		<div className={css['examples']}>
			<span>{words.examples}</span>
			{EXAMPLES.map(({ name, entries }) => (
				<button key={name} type="button" className={buttonClass} onClick={() => change({ ...stated, entries })}>
					{name}
				</button>
			))}
		</div>
	);
}
