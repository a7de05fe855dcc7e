import type { FilterEntry } from '@sw/domain/filters/entries';
import { SECTORS, sectorLabel } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import field from '../../ui/forms/form.module.css';
import { groupWords as words } from './group-words.ts';

const DEPTHS = [1, 2, 3, 4, 5];

interface TestRowProps {
	test: FilterEntry;
	change: ((test: FilterEntry) => void) | undefined;
}

/** Edits a condition: sector, timeframe and minimum depth. */
export function TestRow({ test, change }: TestRowProps) {
	return (
		<>
			<select
				className={field['input']}
				aria-label={words.sector}
				value={test.sector}
				disabled={!change}
				onChange={(event) =>
					change?.({ ...test, sector: SECTORS.find(({ key }) => key === event.currentTarget.value)?.key ?? test.sector })
				}
			>
				{SECTORS.map(({ key }) => (
					<option key={key} value={key}>
						{sectorLabel(key)}
					</option>
				))}
			</select>
			<select
				className={field['input']}
				aria-label={words.timeframe}
				value={test.timeframe}
				disabled={!change}
				onChange={(event) =>
					change?.({ ...test, timeframe: TIMEFRAMES.find(({ name }) => name === event.currentTarget.value)?.name ?? test.timeframe })
				}
			>
				{TIMEFRAMES.map(({ name, label }) => (
					<option key={name} value={name}>
						{label}
					</option>
				))}
			</select>
			<select
				className={field['input']}
				aria-label={words.depth}
				value={test.value}
				disabled={!change}
				onChange={(event) => change?.({ ...test, value: Number(event.currentTarget.value) })}
			>
				{DEPTHS.map((depth) => (
					<option key={depth} value={depth}>
						{words.atLeast(depth)}
					</option>
				))}
			</select>
		</>
	);
}
