import { type FilterEntry, normalizeEntries } from '@sw/domain/filters/entries';
import { type ReactNode, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.ts';
import { DEFAULT_TEST, withItem } from './draft.ts';
import css from './filters.module.css';
import { groupWords as words } from './group-words.ts';
import { TestRow } from './test-row.tsx';

interface Props {
	entries: readonly FilterEntry[];
	change: (entries: readonly FilterEntry[]) => void;
}

/** Conditions one below the other, each a sentence of three choices: 'Volume busy', '≥ 3', 'on 1h'. */
export function ConditionsSentence({ entries, change }: Props) {
	const add = useRef<HTMLButtonElement>(null);
	// Entries are stored in the order of their cells: the rows keep the user's order while they mean the same.
	const [ordered, order] = useState(entries);
	const rows = areSame(ordered, entries) ? ordered : entries;
	const show = (next: readonly FilterEntry[]): void => {
		order(next);
		change(normalizeEntries(next));
	};
	return (
		<fieldset className={css['sentences']}>
			<legend>{words.sentence}</legend>
			<ul className={css['tests']} aria-label={words.conditions}>
				{[...rows.entries()].map(([at, entry]) => (
					<li key={at} className={css['test']}>
						<TestRow test={entry} change={(next) => show(withItem(rows, at, next))} />
						<button
							type="button"
							className={css['remove']}
							aria-label={words.removeCondition(at + 1)}
							onClick={() => {
								show(withItem(rows, at, undefined));
								// The focused button is gone.
								add.current?.focus();
							}}
						>
							×
						</button>
					</li>
				))}
			</ul>
			<button ref={add} type="button" className={buttonClass} onClick={() => show([...rows, freeCell(rows)])}>
				{words.addCondition}
			</button>
		</fieldset>
	);
}

/** The grid of all cells, collapsed. */
export function CellsOnRequest({ children }: { children: ReactNode }) {
	return (
		<details className={css['cells']}>
			<summary>{words.grid}</summary>
			{children}
		</details>
	);
}

function areSame(one: readonly FilterEntry[], other: readonly FilterEntry[]): boolean {
	return JSON.stringify(normalizeEntries(one)) === JSON.stringify(normalizeEntries(other));
}

const SECTORS_TO_ADD = ['volume', 'price_short', 'price_long', 'call_with_put', 'call_without_put_short', 'call_without_put_long'] as const;

/** A condition on a cell without one, since two on one cell are joined. */
function freeCell(rows: readonly FilterEntry[]): FilterEntry {
	const free = SECTORS_TO_ADD.find((sector) => !rows.some((row) => row.sector === sector && row.timeframe === DEFAULT_TEST.timeframe));
	return { ...DEFAULT_TEST, sector: free ?? DEFAULT_TEST.sector };
}
