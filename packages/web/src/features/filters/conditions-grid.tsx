import { SECTORS, sectorLabel, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { useState } from 'react';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import { columnsOf, type Draft, getDepth, withDepth } from './draft.ts';
import css from './filters.module.css';
import { words } from './words.ts';

interface Props {
	draft: Draft;
	/** undefined if the filter is read-only. */
	change: ((draft: Draft) => void) | undefined;
}

/** Shows a grid of sectors and timeframes, with a depth stepper from 0 to 5 in each cell. */
export function ConditionsGrid({ draft, change }: Props) {
	const [isExpanded, setExpanded] = useState(false);
	const columns = columnsOf(draft, isExpanded);
	return (
		<fieldset className={css['conditions']}>
			<legend className={css['label']}>{words.conditions}</legend>
			<table className={css['grid']}>
				<thead>
					<tr>
						<th scope="col" className="visually-hidden">
							{words.sector}
						</th>
						{columns.map((timeframe) => (
							<th key={timeframe} scope="col">
								{TIMEFRAMES[timeframeIndex(timeframe)].label}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{SECTORS.map(({ key }) => (
						<tr key={key}>
							<th scope="row">{sectorLabel(key)}</th>
							{columns.map((timeframe) => {
								const value = getDepth(draft, key, timeframe);
								const label = words.cell(sectorLabel(key), TIMEFRAMES[timeframeIndex(timeframe)].label);
								return (
									<td key={timeframe}>
										<input
											type="number"
											inputMode="none"
											min={0}
											max={5}
											className={`${css['step']} ${css[toneOf(key)]}`}
											data-depth={value}
											aria-label={label}
											value={value}
											readOnly={!change}
											onClick={() => change?.(withDepth(draft, key, timeframe, value + 1))}
											onChange={(event) => change?.(withDepth(draft, key, timeframe, Number(event.currentTarget.value.slice(-1))))}
										/>
									</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
			<p className={css['hint']}>{words.conditionsHint}</p>
			<button type="button" className={css['quiet']} aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
				{isExpanded ? words.fewerTimeframes : words.allTimeframes}
			</button>
		</fieldset>
	);
}

function toneOf(key: string): string {
	return key === 'volume' ? 'volume' : key === 'call_with_put' ? 'sum' : 'either';
}

/** Shows the fields for a new filter's tab and timeframes. Changing the timeframes removes all conditions. */
export function TabAndTimeframeFields({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) {
	return (
		<>
			<Labelled label={words.tab}>
				{(fieldProps) => (
					<select
						{...fieldProps}
						className={field['input']}
						value={draft.tab}
						onChange={(event) => change({ ...draft, tab: TABS.find(({ name }) => name === event.currentTarget.value)?.name ?? draft.tab })}
					>
						{TABS.map(({ name, label }) => (
							<option key={name} value={name}>
								{label}
							</option>
						))}
					</select>
				)}
			</Labelled>
			<Labelled label={words.timeframes}>
				{(fieldProps) => (
					<select
						{...fieldProps}
						className={field['input']}
						value={draft.strategy}
						onChange={(event) =>
							change({
								...draft,
								strategy: STRATEGIES.find(({ name }) => name === event.currentTarget.value)?.name ?? draft.strategy,
								entries: [],
								groups: [],
							})
						}
					>
						{STRATEGIES.map(({ name, label }) => (
							<option key={name} value={name}>
								{label}
							</option>
						))}
					</select>
				)}
			</Labelled>
		</>
	);
}
