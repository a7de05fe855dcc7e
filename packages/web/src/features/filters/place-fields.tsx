import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import field from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import type { Draft } from './draft.ts';
import { words } from './words.ts';

/** The tab and timeframes of a new filter. Conditions on other timeframes are dropped. */
export function PlaceFields({ draft, change }: { draft: Draft; change: (draft: Draft) => void }) {
	return (
		<>
			<Labelled label={words.tab}>
				{(described) => (
					<select
						{...described}
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
				{(described) => (
					<select
						{...described}
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
