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

/** Edits conditions, each as a sentence of three choices: 'Volume busy', '≥ 3', 'on 1h'. */
export function ConditionsSentence({ entries, change }: Props) {
	const addButton = useRef<HTMLButtonElement>(null);
	// Saved conditions are sorted by cell. The rows keep the reader's order as long as they have the same conditions.
	const [orderedRows, setOrderedRows] = useState(entries);
	const rows = hasSameConditions(orderedRows, entries) ? orderedRows : entries;
	const changeRows = (next: readonly FilterEntry[]): void => {
		setOrderedRows(next);
		change(normalizeEntries(next));
	};
	return (
		<fieldset className={css['sentences']}>
			<legend>{words.sentence}</legend>
			<ul className={css['tests']} aria-label={words.conditions}>
				{[...rows.entries()].map(([at, entry]) => (
					<li key={at} className={css['test']}>
						<TestRow test={entry} change={(next) => changeRows(withItem(rows, at, next))} />
						<button
							type="button"
							className={css['remove']}
							aria-label={words.removeCondition(at + 1)}
							onClick={() => {
								changeRows(withItem(rows, at, undefined));
								// The focused button disappears with its row, so the focus moves to the add button.
								addButton.current?.focus();
							}}
						>
							×
						</button>
					</li>
				))}
			</ul>
			<button ref={addButton} type="button" className={buttonClass} onClick={() => changeRows([...rows, createCondition(rows)])}>
				{words.addCondition}
			</button>
		</fieldset>
	);
}

/** Hides the grid of all cells until the reader opens it. */
export function CellsOnRequest({ children }: { children: ReactNode }) {
	return (
		<details className={css['cells']}>
			<summary>{words.grid}</summary>
			{children}
		</details>
	);
}

function hasSameConditions(a: readonly FilterEntry[], b: readonly FilterEntry[]): boolean {
	return JSON.stringify(normalizeEntries(a)) === JSON.stringify(normalizeEntries(b));
}

const SECTORS_TO_ADD = ['volume', 'price_short', 'price_long', 'call_with_put', 'call_without_put_short', 'call_without_put_long'] as const;

/** Creates a condition on a cell that has none yet, because two conditions on one cell would be joined. */
function createCondition(rows: readonly FilterEntry[]): FilterEntry {
	const freeSector = SECTORS_TO_ADD.find(
		(sector) => !rows.some((row) => row.sector === sector && row.timeframe === DEFAULT_TEST.timeframe),
	);
	return { ...DEFAULT_TEST, sector: freeSector ?? DEFAULT_TEST.sector };
}
