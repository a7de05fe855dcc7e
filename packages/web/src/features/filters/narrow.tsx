import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { useNavigate } from '@tanstack/react-router';
import { Toggles } from '../../ui/controls/toggles.tsx';
import field from '../../ui/form.module.css';
import css from './list.module.css';
import { type FilterNarrowing, writeNarrowing } from './narrowing.ts';
import { words } from './words.ts';

const ALERT_OPTIONS = [
	{ name: 'favorite', label: words.withAlerts },
	{ name: 'dislike', label: words.withoutAlerts },
] as const;

/** Which saved filters are listed, as stored in the address. */
export function Narrow({ narrowing }: { narrowing: FilterNarrowing }) {
	const navigate = useNavigate();
	const go = (change: Partial<FilterNarrowing>): void =>
		void navigate({ to: '/filter-settings-list', search: writeNarrowing({ ...narrowing, ...change }), resetScroll: false });
	return (
		<div className={`${css['bar']} ${css['narrow']} needs-script`}>
			<select
				className={field['input']}
				aria-label={words.tab}
				value={narrowing.tab ?? ''}
				onChange={({ currentTarget }) => go({ tab: TABS.find(({ name }) => name === currentTarget.value)?.name })}
			>
				<option value="">{words.allTabs}</option>
				{TABS.map(({ name, label }) => (
					<option key={name} value={name}>
						{label}
					</option>
				))}
			</select>
			<select
				className={field['input']}
				aria-label={words.timeframes}
				value={narrowing.timeframes ?? ''}
				onChange={({ currentTarget }) => go({ timeframes: STRATEGIES.find(({ name }) => name === currentTarget.value)?.name })}
			>
				<option value="">{words.everyTimeframe}</option>
				{STRATEGIES.map(({ name, label }) => (
					<option key={name} value={name}>
						{label}
					</option>
				))}
			</select>
			<Toggles
				label={words.notices}
				options={ALERT_OPTIONS}
				chosen={ALERT_OPTIONS.map(({ name }) => name).filter((name) => narrowing[name])}
				choose={(on) => go({ favorite: on.includes('favorite'), dislike: on.includes('dislike') })}
			/>
		</div>
	);
}
